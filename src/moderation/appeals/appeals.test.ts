import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import { findBrokenEntry } from '../log/sql.server.ts'
import { type ActionEntry, recordAction } from '../record-action.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const WORDS = 'It was a quotation.'
const appeal = (id: string, viewer: Viewer | null = world.people.author, words = WORDS) =>
  call(router.appeals.create, { id, words }, as(viewer))
const read = (id: string, viewer: Viewer = world.people.author) =>
  call(router.appeals.read, { id }, as(viewer))
const decide = (id: string, input: object = {}, viewer: Viewer = world.people.admin) =>
  call(router.appeals.decide, { id, outcome: 'granted', ...input }, as(viewer))
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'it was done',
    ({ status, code, message, data }) => ({ status, code, message, data }),
  )

async function removeComment(content = 'Harsh words') {
  const { author, moderator } = world.people
  await sql`update sanctions set lifted_at = now() where member_id = ${author.id} and lifted_at is null`.execute(
    world.db,
  )
  const id = await world.buildComment({ post_id: await world.buildPost(), author, content })
  const removal = await call(router.removals.removeComment, { id, reason: 'Not here.' }, as(moderator))
  return { id, action_id: removal.action_id }
}

async function sanction(entry: Partial<ActionEntry> = {}, kind: DB['sanctions']['kind'] = 'suspension') {
  const { author, moderator } = world.people
  const about = { member_id: author.id, kind: 'member', target_id: author.id } as const
  const id = await recordAction(world.db, { action: 'suspend', by: moderator, ...about, ...entry })
  const member_id = entry.member_id ?? author.id
  // Lifts the previous sanction, because a member can have only one active sanction of a kind.
  await sql`update sanctions set lifted_at = now()
    where member_id = ${member_id} and kind = ${kind} and lifted_at is null`.execute(world.db)
  await world.db
    .insertInto('sanctions')
    .values({ member_id, kind, message: 'Stop it.', action_id: id })
    .execute()
  return id
}

const sanctionOf = (action_id: string) =>
  world.db.selectFrom('sanctions').selectAll().where('action_id', '=', action_id).executeTakeFirstOrThrow()
const entriesOf = (caseId: string) =>
  world.db
    .selectFrom('moderation_actions')
    .select(['id', 'action', 'kind', 'target_id', 'reverts', 'part_of', 'acted_by'])
    .where('case_id', '=', caseId)
    .orderBy('number')
    .execute()
const caseOf = async (appealId: string) =>
  (
    await world.db
      .selectFrom('appeals')
      .select('case_id')
      .where('id', '=', appealId)
      .executeTakeFirstOrThrow()
  ).case_id
const titlesOf = async (viewer: Viewer) =>
  (await call(router.notifications.list, {}, as(viewer))).items
    .filter(({ type }) => type === 'appeal_outcome')
    .map(({ title, action_id }) => ({ title, action_id }))

describe('an appeal', () => {
  it('is its member’s, once an action, and waits in the queue with what it is about', async () => {
    const { action_id } = await removeComment('CANARY-KEPT')
    expect(await read(action_id)).toMatchObject({
      action: {
        id: action_id,
        action: 'remove',
        kind: 'comment',
        reason: 'Not here.',
        origin: 'own_initiative',
        is_automatic: false,
      },
      appeal: null,
      obstacle: null,
    })
    const made = await appeal(action_id, undefined, `  ${WORDS}\r\n `)
    expect(made).toMatchObject({ action_id, words: WORDS, outcome: null, answer: null })
    expect(await read(action_id)).toMatchObject({ appeal: { id: made.id }, obstacle: 'appealed' })
    expect(await failure(appeal(action_id))).toMatchObject({ status: 409, data: { obstacle: 'appealed' } })
    const mine = await call(router.appeals.mine, {}, as(world.people.author))
    expect(mine.items[0]).toMatchObject({ id: made.id, action: { action: 'remove' } })

    const queue = await call(router.moderationCases.list, { kind: 'action' }, as(world.people.admin))
    expect(queue.items[0]).toMatchObject({
      kind: 'action',
      target_id: action_id,
      excerpt: 'It was a quotation.',
    })
    const id = await caseOf(made.id)
    const detail = await call(router.moderationCases.read, { id }, as(world.people.admin))
    expect(detail).toMatchObject({
      obstacle: null,
      snapshot: { content: 'CANARY-KEPT' },
      appeal: { id: made.id, words: WORDS, action: { acted_by: { id: world.people.moderator.id } } },
    })
    const waiting = await call(router.moderationCases.waiting, undefined, as(world.people.admin))
    expect(waiting.kinds.action).toBeGreaterThan(0)
    await decide(made.id, { outcome: 'rejected' })
  })

  it('of somebody else is answered byte for byte like a made-up one', async () => {
    const { action_id } = await removeComment()
    for (const viewer of [world.people.member, world.people.moderator, world.people.admin]) {
      expect(await failure(appeal(action_id, viewer))).toEqual(await failure(appeal(newId(), viewer)))
      expect(await failure(read(action_id, viewer))).toEqual(await failure(read(newId(), viewer)))
    }
    expect(await failure(appeal(action_id, world.people.member))).toMatchObject({ status: 404 })
    expect(await failure(appeal(action_id, null))).toMatchObject({ status: 401 })
  })

  it('says something, and not too much', async () => {
    const { action_id } = await removeComment()
    for (const words of ['', ' \n​ ', 'x'.repeat(2001)])
      expect(await failure(appeal(action_id, undefined, words))).toMatchObject({ status: 400 })
    expect(await appeal(action_id, undefined, 'x'.repeat(2000))).toMatchObject({ outcome: null })
  })

  it('is not possible against what is not held against one, was taken back, or is long ago', async () => {
    const { id, action_id } = await removeComment()
    const { action_id: restoring } = await call(
      router.removals.restoreComment,
      { id },
      as(world.people.moderator),
    )
    const old = await sanction()
    await world.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`update moderation_actions set created_at = now() - interval '7 months' where id = ${old}`.execute(
        trx,
      )
    })
    for (const [action, obstacle] of [
      [action_id, 'reverted'],
      [restoring, 'not_appealable'],
      [old, 'too_late'],
    ] as const) {
      expect((await read(action)).obstacle).toBe(obstacle)
      expect(await failure(appeal(action))).toMatchObject({ status: 409, data: { obstacle } })
    }
    await world.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`delete from sanctions where action_id = ${old}`.execute(trx)
      await sql`delete from moderation_actions where id = ${old}`.execute(trx)
    })
  })

  it('is made three times a day', async () => {
    const member = await world.buildMember()
    const context = world.asContext(member)
    const config = { ...context.config, RATE_LIMITS: true }
    const limited = async () =>
      failure(
        call(
          router.appeals.create,
          {
            id: await sanction({ action: 'warn', member_id: member.id, target_id: member.id }, 'warning'),
            words: WORDS,
          },
          { context: { ...context, config } },
        ),
      )
    expect(await Promise.all([limited(), limited(), limited()])).toEqual(Array(3).fill('it was done'))
    expect(await limited()).toMatchObject({ status: 429, data: { retry_after: expect.any(Number) } })
  })
})

describe('a granted appeal', () => {
  it('brings back what was removed, in the same step, and tells its member', async () => {
    const { id, action_id } = await removeComment('Words that come back')
    const { id: appealId } = await appeal(action_id)
    const done = await decide(appealId, { answer: 'You were right.', note: 'A quotation' })
    expect(done).toMatchObject({ outcome: 'granted', answer: 'You were right.', reversal: 'restored' })
    const comment = world.db.selectFrom('comments').select('content').where('id', '=', id)
    expect(await comment.executeTakeFirst()).toEqual({ content: 'Words that come back' })
    const caseId = await caseOf(appealId)
    const [granted, restored] = await entriesOf(caseId)
    expect(granted).toMatchObject({ action: 'grant_appeal', kind: 'action', target_id: action_id })
    expect(restored).toMatchObject({ action: 'restore', reverts: action_id, part_of: granted?.id })
    expect(await read(action_id)).toMatchObject({ appeal: { outcome: 'granted', answer: 'You were right.' } })
    expect(await titlesOf(world.people.author)).toContainEqual({
      title: 'Your appeal against the removal was granted.',
      action_id,
    })
    const kept = await call(router.moderationCases.read, { id: caseId }, as(world.people.moderator))
    expect(kept).toMatchObject({ closed: { outcome: 'upheld' }, note: 'A quotation' })
    expect((await findBrokenEntry(world.db)).broken).toBeNull()
  })

  it.each([
    ['suspend', 'suspension', 'your suspension'],
    ['warn', 'warning', 'the warning'],
    ['require_approval', 'approval', 'the required approval'],
  ] as const)('lifts what %s began', async (action, kind, words) => {
    const id = await sanction({ action }, kind)
    const made = await appeal(id)
    expect(await decide(made.id)).toMatchObject({ reversal: 'lifted' })
    expect((await sanctionOf(id)).lifted_at).not.toBeNull()
    const [, lifted] = await entriesOf(await caseOf(made.id))
    expect(lifted).toMatchObject({ action: 'lift', reverts: id, kind: 'member' })
    const titles = (await titlesOf(world.people.author)).map(({ title }) => title)
    expect(titles).toContain(`Your appeal against ${words} was granted.`)
  })

  it('takes back nothing where the author has deleted it, or its words are erased', async () => {
    const deleted = await removeComment()
    await appeal(deleted.action_id)
    await call(router.comments.remove, { id: deleted.id }, as(world.people.author))
    const erased = await removeComment()
    const second = await appeal(erased.action_id)
    await world.db.deleteFrom('removed_content').where('id', '=', erased.id).execute()
    const first = (await read(deleted.action_id)).appeal?.id as string
    for (const id of [first, second.id])
      expect(await decide(id)).toMatchObject({ outcome: 'granted', reversal: 'none' })
  })
})

test('a rejected appeal changes nothing but the log, and says so to its member', async () => {
  const id = await sanction()
  const made = await appeal(id)
  expect(await decide(made.id, { outcome: 'rejected' })).toMatchObject({ answer: null, reversal: 'none' })
  expect((await sanctionOf(id)).lifted_at).toBeNull()
  const entries = await entriesOf(await caseOf(made.id))
  expect(entries).toMatchObject([{ action: 'reject_appeal', target_id: id, reverts: null }])
  const titles = await titlesOf(world.people.author)
  expect(titles).toContainEqual({ title: 'Your appeal against your suspension was rejected.', action_id: id })
})

describe('who decides', () => {
  it('is somebody else than who acted, while there is somebody', async () => {
    const { moderator, admin } = world.people
    const made = await appeal(await sanction())
    const caseId = await caseOf(made.id)
    expect(await failure(decide(made.id, {}, moderator))).toMatchObject({ status: 403 })
    const shown = await call(router.moderationCases.read, { id: caseId }, as(moderator))
    expect(shown.obstacle).toBe('This is about your own action, so someone else must decide.')
    await world.db.deleteFrom('user_roles').where('user_id', '=', admin.id).execute()
    expect(await decide(made.id, {}, moderator)).toMatchObject({ outcome: 'granted' })
    await world.db.insertInto('user_roles').values({ user_id: admin.id, role: 'admin' }).execute()
  })

  it('is nobody about themselves, or about their own role', async () => {
    const suspect = await world.buildMember({ roles: ['moderator'] })
    const about = { by: world.people.admin, member_id: suspect.id, target_id: suspect.id }
    const made = await appeal(await sanction(about), suspect)
    expect(await failure(decide(made.id, {}, suspect))).toMatchObject({ status: 403 })
    expect(await failure(decide(made.id, {}, world.people.moderator))).toMatchObject({ status: 403 })
    // With no other moderator left, the moderator who acted may decide.
    expect(await decide(made.id)).toMatchObject({ outcome: 'granted' })
  })

  it('is told what another did before', async () => {
    const made = await appeal(await sanction())
    await decide(made.id, { outcome: 'rejected' })
    const second = await world.buildMember({ roles: ['moderator'] })
    expect(await failure(decide(made.id, {}, second))).toMatchObject({
      status: 409,
      message: 'Adam Berg already decided this appeal: rejected.',
      data: { outcome: 'rejected' },
    })
  })

  it('is one of many at once', async () => {
    const { id, action_id } = await removeComment()
    const made = await appeal(action_id)
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        failure(decide(made.id, { outcome: n % 2 ? 'granted' : 'rejected' })),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'it was done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => typeof outcome === 'object' && outcome.status === 409)).toHaveLength(
      19,
    )
    const { outcome } = (await read(action_id)).appeal ?? {}
    const { removal_id } = await world.db
      .selectFrom('comments')
      .select('removal_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(removal_id === null).toBe(outcome === 'granted')
  })

  it('does not decide it as if it were a report', async () => {
    const made = await appeal(await sanction())
    const input = { id: await caseOf(made.id), outcome: 'upheld' as const }
    const answer = failure(call(router.moderationCases.decide, input, as(world.people.admin)))
    expect(await answer).toMatchObject({ status: 400, data: { field: 'outcome' } })
    await decide(made.id)
  })
})

test('what is taken back on another path needs no decision', async () => {
  const { id, action_id } = await removeComment()
  const made = await appeal(action_id)
  await call(router.removals.restoreComment, { id }, as(world.people.moderator))
  expect(await read(action_id)).toMatchObject({ appeal: { outcome: 'moot' } })
  expect(await failure(decide(made.id))).toMatchObject({ status: 409, data: { outcome: 'moot' } })
  const titles = (await titlesOf(world.people.author)).map(({ title }) => title)
  expect(titles).toContain(
    'Your appeal against the removal was closed because the action was already reversed.',
  )
})

test('of who has left nobody decides anything', async () => {
  const member = await world.buildMember()
  const made = await appeal(await sanction({ member_id: member.id, target_id: member.id }), member)
  const id = await caseOf(made.id)
  await sql`delete from users where id = ${member.id}`.execute(world.db)
  const found = await world.db.selectFrom('moderation_cases').select('outcome').where('id', '=', id).execute()
  expect(found).toEqual([{ outcome: 'moot' }])
})
