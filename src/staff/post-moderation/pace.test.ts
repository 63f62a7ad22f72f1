import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const HOUR_MS = 3_600_000
const as = (person: keyof World['people']) => ({ context: world.asContext(world.people[person]) })
const read = (id: string) => call(router.posts.read, { id }, as('visitor'))
const comment = (id: string, person: keyof World['people'] = 'member', input: object = {}) =>
  call(router.comments.create, { id, content: 'Words.', ...input }, as(person))
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
const lock = (id: string, until?: string) => call(router.postModeration.lock, { id, until }, as('moderator'))
const slowDown = (id: string, seconds: number) =>
  call(router.postModeration.slowDown, { id, seconds }, as('moderator'))
const logged = async (id: string) =>
  (
    await sql<{ action: string; ends_at: string | null }>`
      select action, ends_at from moderation_actions where target_id = ${id} order by number`.execute(
      world.db,
    )
  ).rows

test('a lock with a time opens by itself', async () => {
  const id = await world.buildPost()
  const until = inHours(1)
  expect(await lock(id, until)).toMatchObject({ is_locked: true })
  expect(await read(id)).toMatchObject({ is_locked: true, locked_until: expect.any(String) })
  await expect(comment(id)).rejects.toMatchObject({ status: 409 })
  await comment(id, 'moderator')
  await sql`update posts set locked_until = now() - interval '1 second' where id = ${id}`.execute(world.db)
  await comment(id)
  const open = { is_locked: false, locked_until: null }
  expect(await call(router.postModeration.read, { id }, as('moderator'))).toMatchObject(open)
  const [entry, ...others] = await logged(id)
  expect([entry?.action, Date.parse(entry?.ends_at ?? ''), others]).toEqual(['lock', Date.parse(until), []])
})

test('a lock can be extended, made permanent, and opened earlier', async () => {
  const id = await world.buildPost()
  const until = inHours(1)
  for (const time of [until, until, inHours(2), undefined]) await lock(id, time)
  expect(await read(id)).toMatchObject({ is_locked: true, locked_until: null })
  await call(router.postModeration.unlock, { id }, as('moderator'))
  await comment(id)
  expect((await logged(id)).map(({ action }) => action)).toEqual(['lock', 'lock', 'lock', 'unlock'])
})

test.each([inHours(-1), inHours(24 * 366), 'soon'])('a lock until %s is refused', async (until) => {
  const id = await world.buildPost()
  await expect(lock(id, until)).rejects.toMatchObject({ status: 400 })
  expect(await read(id)).toMatchObject({ is_locked: false })
})

test('slow mode limits each member, and says how long to wait', async () => {
  const id = await world.buildPost()
  expect(await slowDown(id, 600)).toMatchObject({ slow_mode_seconds: 600 })
  expect(await read(id)).toMatchObject({ slow_mode_seconds: 600 })
  const comment_id = newId()
  await comment(id, 'member', { comment_id })
  await comment(id, 'other')
  await expect(comment(id)).rejects.toMatchObject({
    status: 409,
    message: 'This post is in slow mode. You can comment again in 10 minutes.',
  })
  expect(await comment(id, 'member', { comment_id })).toMatchObject({ id: comment_id })
  for (const _ of [1, 2]) await comment(id, 'moderator')
  await sql`update comments set created_at = created_at - interval '11 minutes' where id = ${comment_id}`.execute(
    world.db,
  )
  await comment(id)
  await call(router.postModeration.endSlowMode, { id }, as('moderator'))
  await comment(id)
  expect((await logged(id)).map(({ action }) => action)).toEqual(['slow_down', 'end_slow_mode'])
})

test('simultaneous comments of a member cannot bypass slow mode', async () => {
  const id = await world.buildPost()
  await slowDown(id, 60)
  const sent = await Promise.allSettled([1, 2, 3, 4].map(() => comment(id)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test.each([59, 86_401, 90.5])('slow mode of %s seconds is refused', async (seconds) => {
  const id = await world.buildPost()
  await expect(slowDown(id, seconds)).rejects.toMatchObject({ status: 400 })
  expect(await logged(id)).toEqual([])
})
