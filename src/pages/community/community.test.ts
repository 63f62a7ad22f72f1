import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { recordActivity } from '../../people/activity/sql.server.ts'
import { COMMUNITY_LIST } from './policy.ts'

let world: World

beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const read = () => call(router.community.read, undefined, { context: world.asContext(null) })
const readNumbers = () => call(router.community.numbers, undefined, { context: world.asContext(null) })
const names = (people: { username: string }[]) => people.map(({ username }) => username)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

/** Creates a post and records its activity, like the API does. */
async function write(author: Viewer, created_at = daysAgo(1)) {
  const target_id = await world.buildPost({ author, created_at })
  await recordActivity(world.db, {
    user_id: author.id,
    action: 'post_created',
    target_type: 'post',
    target_id,
  })
  await world.db.updateTable('user_activity').set({ created_at }).where('target_id', '=', target_id).execute()
}

test('the newest members come with what there is to know of them, the latest first', async () => {
  const [old, fresh] = [await world.buildMember({ created_at: daysAgo(9) }), await world.buildMember()]
  const { newest } = await read()
  expect(newest[0]).toMatchObject({ id: fresh.id, username: fresh.username, post_count: 0 })
  expect(names(newest).at(-1)).toBe(old.username)
  for (let i = 0; i < COMMUNITY_LIST; i++) await world.buildMember()
  expect((await read()).newest).toHaveLength(COMMUNITY_LIST)
})

test('the most active are those who wrote most in the last 30 days', async () => {
  const { member, other, author } = world.people
  for (const person of [member, author, author, other]) await write(person)
  for (let i = 0; i < 3; i++) await write(other, daysAgo(31))
  const post_id = await world.buildPost({ author: null })
  await call(router.comments.create, { id: post_id, content: 'Words' }, { context: world.asContext(author) })
  await call(
    router.votes.post,
    { id: post_id, vote_type: 1 },
    { context: world.asContext(world.people.admin) },
  )
  const { active } = await read()
  expect(active.map(({ username, contributions }) => [username, contributions])).toEqual([
    [author.username, 3],
    [member.username, 1],
    [other.username, 1],
  ])
  expect(active[0]).toMatchObject({ post_count: 2, comment_count: 1 })
  expect(active[2]).toMatchObject({ post_count: 4 })
})

test('who leaves or has not verified the address is not among them', async () => {
  const { author } = world.people
  const stranger = await world.buildMember()
  await write(author)
  await sql`update users set email_verified = false where id = ${stranger.id}`.execute(world.db)
  await sql`delete from users where id = ${author.id}`.execute(world.db)
  const { newest, active } = await read()
  expect(names([...newest, ...active])).not.toContain(stranger.username)
  expect(names([...newest, ...active])).not.toContain(author.username)
})

test('an empty forum has nobody', async () => {
  await world.db.deleteFrom('users').execute()
  expect(await read()).toEqual({ newest: [], active: [] })
})

test('the page is made anew when somebody joins, verifies the address or leaves', async () => {
  const { db, services } = world
  await services.bus.start()
  const drop = vi.spyOn(services.responseCache, 'drop')
  const received = () => vi.waitFor(() => expect(drop).toHaveBeenCalledWith(['members']), { timeout: 1000 })
  const { id } = await world.buildMember()
  await received()
  const verify = (email_verified: boolean) =>
    db.updateTable('users').set({ email_verified }).where('id', '=', id).execute()
  drop.mockClear()
  await verify(false)
  await received()
  drop.mockClear()
  await verify(true)
  await received()
  drop.mockClear()
  await verify(true)
  await db.deleteFrom('users').where('id', '=', id).execute()
  await received()
  expect(drop.mock.calls.filter(([tags]) => tags.includes('members'))).toHaveLength(1)
})

test('the numbers tell what there is to read and who wrote last, each of them once', async () => {
  const before = await readNumbers()
  const [ada, bo] = [await world.buildMember(), await world.buildMember()]
  await write(ada, daysAgo(1))
  await write(bo, daysAgo(2))
  await write(ada, daysAgo(9))
  const post_id = await world.buildPost()
  await world.buildComment({ post_id })
  const after = await readNumbers()
  expect(after).toMatchObject({
    members: before.members + 2,
    posts: before.posts + 4,
    comments: before.comments + 1,
    week: before.week + 2,
  })
  expect(names(after.faces).slice(0, 2)).toEqual([ada.username, bo.username])
  expect(Object.keys(after.faces[0] ?? {}).sort()).toEqual(['avatar_url', 'full_name', 'id', 'username'])
})

test('nobody is counted or shown who has not verified their address', async () => {
  const before = await readNumbers()
  const ghost = await world.buildMember()
  await write(ghost, daysAgo(0))
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', ghost.id).execute()
  const after = await readNumbers()
  expect(after.members).toBe(before.members)
  expect(names(after.faces)).not.toContain(ghost.username)
})

test('a large table is not counted but estimated', async () => {
  await sql`update pg_class set reltuples = 123456 where oid = 'posts'::regclass`.execute(world.db)
  expect((await readNumbers()).posts).toBe(123_456)
})
