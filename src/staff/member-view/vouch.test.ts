import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const by = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const asModerator = () => by(world.people.moderator)
const newcomer = () => world.buildMember({ is_established: false })
const vouch = ({ username }: Viewer) => call(router.vouches.add, { username }, asModerator())
const withdraw = ({ username }: Viewer) => call(router.vouches.remove, { username }, asModerator())
const standingOf = async ({ username }: Viewer) =>
  (await call(router.memberView.read, { username }, asModerator())).standing
const stoodLongAgo = async (author: Viewer) => {
  const created_at = new Date(Date.now() - 4 * 86_400_000).toISOString()
  for (const _ of [1, 2, 3]) await world.buildNote({ author, created_at })
}
const reportSpam = async (author: Viewer) => {
  const id = await world.buildNote({ author })
  await call(router.reports.create, { kind: 'note', id, reason: 'spam' }, by(world.people.other))
  const { id: caseId } = await world.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('target_id', '=', id)
    .executeTakeFirstOrThrow()
  await call(
    router.moderationCases.decide,
    { id: caseId, outcome: 'upheld', reason: 'Advertising' },
    asModerator(),
  )
}

describe('a vouch', () => {
  test('establishes at once, is in the log without the name, and is one thing however often it is sent', async () => {
    const member = await newcomer()
    const [first, ...others] = await Promise.all([vouch(member), vouch(member), vouch(member)])
    expect(others).toEqual([first, first])
    expect(await standingOf(member)).toMatchObject({
      established_at: expect.any(String),
      vouch: { by: { username: world.people.moderator.username }, at: expect.any(String) },
      is_held: false,
    })
    const { items } = await call(router.moderationActions.list, { action: first.action_id }, by(null))
    expect(items).toMatchObject([{ action: 'vouch', member: null, target_id: null }])
  })

  test('taken back makes them new, reverts the entry, and can be given again', async () => {
    const member = await newcomer()
    const given = await vouch(member)
    const taken = await withdraw(member)
    expect(await standingOf(member)).toEqual({
      established_at: null,
      vouch: null,
      is_held: false,
      held_for: null,
    })
    const { items } = await call(router.moderationActions.list, { action: taken.action_id }, by(null))
    expect(items).toMatchObject([{ action: 'withdraw_vouch', reverts: given.action_id }])
    await expect(withdraw(member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await vouch(member)).action_id).not.toBe(given.action_id)
    expect((await standingOf(member)).established_at).not.toBeNull()
  })

  test('ends what holds the words of who signed up in a crowd, and holds them again when it is taken back', async () => {
    const member = await newcomer()
    await world.db
      .updateTable('profiles')
      .set({ held_until_established: true })
      .where('id', '=', member.id)
      .execute()
    await vouch(member)
    expect((await standingOf(member)).is_held).toBe(false)
    await withdraw(member)
    expect((await standingOf(member)).is_held).toBe(true)
  })

  test('taken back leaves what they have earned since, by what stood or by a role', async () => {
    const [earned, appointed] = await Promise.all([newcomer(), newcomer()])
    await Promise.all([vouch(earned), vouch(appointed)])
    await stoodLongAgo(earned)
    await world.db.insertInto('user_roles').values({ user_id: appointed.id, role: 'editor' }).execute()
    await withdraw(earned)
    const { username } = appointed
    await call(router.vouches.remove, { username }, by(world.people.admin))
    for (const member of [earned, appointed])
      expect(await standingOf(member)).toMatchObject({ established_at: expect.any(String), vouch: null })
  })

  test('is undone by spam: then there is nothing to take back, and it takes another', async () => {
    const member = await newcomer()
    const before = await vouch(member)
    await reportSpam(member)
    expect(await standingOf(member)).toMatchObject({ established_at: null, vouch: null })
    await expect(withdraw(member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await vouch(member)).action_id).not.toBe(before.action_id)
    expect((await standingOf(member)).vouch).not.toBeNull()
  })

  test('is not for who is established by themselves', async () => {
    const member = await world.buildMember()
    await expect(vouch(member)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await standingOf(member)).toMatchObject({ vouch: null })
  })
})

test('the queue says of what waits whether its author is new', async () => {
  const member = await newcomer()
  const { id } = await world.db
    .insertInto('moderation_cases')
    .values({ source: 'report', kind: 'note', target_id: await world.buildNote(), member_id: member.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isNew = async () => (await call(router.moderationCases.read, { id }, asModerator())).is_new
  expect(await isNew()).toBe(true)
  await vouch(member)
  expect(await isNew()).toBe(false)
})
