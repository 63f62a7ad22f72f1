import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { findViewer } from '../../accounts/session/session.server.ts'
import { operations } from '../../app/operations.server.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
let bea: Viewer
let mo: Viewer

beforeAll(async () => {
  world = await makeWorld()
  mo = world.people.moderator
  await world.db.insertInto('community_rules').values({ title: 'Be kind' }).execute()
})
afterAll(() => world.close())
beforeEach(async () => {
  bea = await world.buildMember({ full_name: 'Bea Holm' })
})

const DAY = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
const as = (person: Viewer | null) => ({ context: world.asContext(person) })
/** Reloads the viewer with their current sanctions, as the server does for each new request. */
const now = async (person: Viewer) => (await findViewer(world.db, person.id)) as Viewer
const given = { message: 'Please be kind.', rule: 1 }
const sanction = (
  kind: string,
  more: Record<string, unknown> = {},
  by: Viewer | null = mo,
  whom = bea.username,
) => call(router.sanctions.create, { ...given, username: whom, kind, ...more } as never, as(by))
const suspend = (more: Record<string, unknown> = {}) => sanction('suspension', { ends: null, ...more })
const lift = (id: string, by: Viewer = mo) => call(router.sanctions.lift, { id }, as(by))
const mine = async (who = bea) => (await call(router.sanctions.mine, undefined, as(who))).items
const list = async () => (await call(router.sanctions.list, { username: bea.username }, as(mo))).items
const write = (who: Viewer) => call(router.notes.create, { content: 'A note' }, as(who))
const told = async (who = bea) =>
  (await call(router.notifications.list, {}, as(who))).items.map(({ title, action_id }) => ({
    title,
    action_id,
  }))

describe('a sanction', () => {
  test('is in force, in the log, told to its member, and over once it is lifted', async () => {
    const { id, action_id } = await suspend({ ends: '2090-12-03T08:00:00.000Z', note: 'Third time' })
    expect(await mine()).toMatchObject([
      { id, kind: 'suspension', message: given.message, rule: '1. Be kind', action_id, reason: null },
    ])
    expect(await told()).toEqual([
      { title: 'You’re suspended until 3 December 2090 (rule 1. Be kind)', action_id },
    ])
    const entries = () =>
      world.db.selectFrom('moderation_actions').selectAll().where('member_id', '=', bea.id)
    expect(await entries().execute()).toMatchObject([
      { id: action_id, action: 'suspend', kind: 'member', acted_by: mo.id, note: 'Third time' },
    ])
    const lifted = await lift(id)
    expect(await entries().where('reverts', '=', action_id).execute()).toMatchObject([
      { id: lifted.action_id, action: 'lift' },
    ])
    expect(await mine()).toEqual([])
    expect((await now(bea)).sanctions).toBeUndefined()
    expect(await told()).toEqual([{ title: 'Your suspension was lifted', action_id: null }])
    expect(await list()).toMatchObject([{ id, state: 'lifted', by: { id: mo.id }, note: 'Third time' }])
    await expect(lift(id)).rejects.toMatchObject({ status: 409 })
    await write(await now(bea))
  })

  test('of a kind that is in force is replaced, and a warning is not', async () => {
    const first = await suspend()
    const second = await suspend({ ends: inDays(3) })
    await sanction('warning')
    await sanction('warning')
    expect((await mine()).map(({ kind }) => kind).sort()).toEqual(['suspension', 'warning', 'warning'])
    expect((await list()).find(({ id }) => id === first.id)).toMatchObject({ state: 'replaced' })
    expect((await now(bea)).sanctions?.map(({ kind }) => kind)).toEqual(['suspension', 'warning', 'warning'])
    await lift(second.id)
    expect((await mine()).map(({ kind }) => kind)).toEqual(['warning', 'warning'])
  })

  test('that has ended by itself is not in force', async () => {
    const { id } = await suspend({ ends: inDays(1) })
    await sql`update sanctions set starts_at = now() - interval '2 days', ends_at = now() - interval '1 minute'
      where id = ${id}`.execute(world.db)
    expect(await mine()).toEqual([])
    await write(await now(bea))
    expect(await list()).toMatchObject([{ id, state: 'ended' }])
    await suspend()
    expect((await list()).map(({ state }) => state)).toEqual(['in_force', 'ended'])
  })

  test('that a session remembers holds no longer than until it ends', async () => {
    const [own] = [
      { ...given, rule: null, id: newId(), kind: 'suspension' as const, per_day: null, action_id: newId() },
    ]
    const until = (ends_at: string) => ({ ...bea, sanctions: [{ ...own, ends_at }] })
    await expect(write(until(inDays(1)))).rejects.toMatchObject({ code: 'SUSPENDED' })
    await write(until(inDays(-1)))
  })

  test('is for moderators and admins, downwards, and says what is missing', async () => {
    const { admin, editor, member } = world.people
    const warn = (by: Viewer | null, whom: Viewer) => sanction('warning', {}, by, whom.username)
    await expect(warn(null, bea)).rejects.toMatchObject({ status: 401 })
    for (const by of [member, editor]) await expect(warn(by, bea)).rejects.toMatchObject({ status: 403 })
    for (const whom of [mo, editor, admin])
      await expect(warn(mo, whom)).rejects.toMatchObject({ status: 403 })
    await expect(sanction('warning', {}, mo, 'nobody_here')).rejects.toMatchObject({ status: 404 })
    const bad: [string, object, string][] = [
      ['warning', { ends: inDays(1) }, 'ends'],
      ['suspension', {}, 'ends'],
      ['suspension', { ends: inDays(-1) }, 'ends'],
      ['rate_limit', { ends: null }, 'per_day'],
      ['rate_limit', { ends: null, per_day: 101 }, 'per_day'],
      ['approval', { ends: null, per_day: 3 }, 'per_day'],
      ['warning', { message: ' \u200b' }, 'message'],
      ['warning', { rule: 50 }, 'rule'],
      ['warning', { rule: undefined }, 'reason'],
    ]
    for (const [kind, more, field] of bad)
      await expect(sanction(kind, more as never), `${kind} ${field}`).rejects.toMatchObject({
        status: 400,
        data: { field },
      })
    expect(await mine()).toEqual([])
  })

  test('reaches whoever ignores moderators', async () => {
    await call(router.blocks.add, { username: mo.username }, as(bea))
    await sanction('approval', { ends: null })
    expect(await told()).toMatchObject([{ title: expect.stringContaining('needs a moderator’s approval') }])
  })

  test('that several set at once stands once', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => suspend()))
    expect(tries.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'))
    expect(await mine()).toHaveLength(1)
  })
})

describe('suspended', () => {
  const writes = operations.filter(({ method }) => method !== 'GET')

  test('every operation that writes refuses, but those that say otherwise', async () => {
    await suspend({ ends: '2090-12-03T08:00:00.000Z' })
    const viewer = { ...(await now(bea)), roles: ['admin' as const, 'editor' as const, 'moderator' as const] }
    const allowed = []
    for (const { name, procedure } of writes) {
      const refusal = await call(procedure as never, {} as never, as(viewer)).then(
        () => undefined,
        (error: { code?: string }) => error.code,
      )
      if (refusal !== 'SUSPENDED') allowed.push(name)
    }
    expect(allowed.sort()).toEqual(
      [
        ...['blocks.add', 'blocks.remove', 'mutes.add', 'mutes.remove'],
        ...[
          'conversations.markRead',
          'notifications.read',
          'notifications.readAll',
          'notifications.readSeen',
        ],
        ...[
          'appeals.create',
          'me.changeEmail',
          'me.createExport',
          'me.requestDeletion',
          'me.undoDeletion',
          'me.addPasskey',
          'me.beginPasskey',
          'me.beginProof',
          'me.removePasskey',
          'me.renamePasskey',
          'me.changePassword',
          'me.connectProvider',
          'me.disconnectProvider',
          'me.endOtherSessions',
          'me.endSecondFactor',
          'me.endSession',
          'me.prove',
          'notificationChoices.update',
          'push.remove',
          'push.save',
          'accessTokens.remove',
          'accessTokens.removeAll',
          'digest.update',
          'firstSteps.dismiss',
          'mailRefusals.remove',
          'posts.view',
          'reads.update',
          'reports.create', // of messages only, which its procedure checks
          'sanctions.acknowledge',
          'viewerState.readMany',
        ],
      ].sort(),
    )
  })

  test('one hears until when, by which rule and where to appeal, and reads on', async () => {
    const { action_id } = await suspend({ ends: '2090-12-03T08:00:00.000Z' })
    const viewer = await now(bea)
    await expect(write(viewer)).rejects.toMatchObject({
      status: 403,
      code: 'SUSPENDED',
      message: expect.stringContaining('until 3 December 2090 (rule 1. Be kind)'),
      data: { appeal: `/appeal/${action_id}`, sanction: { ends_at: '2090-12-03T08:00:00.000Z' } },
    })
    expect((await call(router.me.read, undefined, as(viewer))).user?.sanctions).toMatchObject([{ action_id }])
    await call(router.conversations.list, {}, as(viewer))
  })

  test('the database refuses as well, whoever asks, and says the same', async () => {
    const { action_id } = await suspend()
    const post_id = await world.buildPost()
    const refused = { code: 'SUSPENDED', status: 403, data: { appeal: `/appeal/${action_id}` } }
    // Writes with the viewer loaded before the sanction, like a node that has not yet been notified of it.
    await expect(write(bea)).rejects.toMatchObject(refused)
    const post = { title: 'A title', content: '<p>Words</p>' }
    await expect(call(router.posts.create, post as never, as(bea))).rejects.toMatchObject(refused)
    await expect(
      call(router.comments.create, { id: post_id, content: 'Words' }, as(bea)),
    ).rejects.toMatchObject(refused)
    const message = { username: world.people.other.username, content: 'Words' }
    await expect(call(router.conversations.send, message, as(bea))).rejects.toMatchObject(refused)
  })

  test('staff remove and restore what a suspended member wrote, and publish it', async () => {
    const id = await world.buildNote({ author: bea })
    await suspend()
    await call(router.removals.removeNote, { id, rule: 1 }, as(mo))
    await call(router.removals.restoreNote, { id }, as(mo))
    await world.db.transaction().execute(async (trx) => {
      await sql`select set_config('threshold.publishes_for_others', 'on', true)`.execute(trx)
      await trx.insertInto('notes').values({ author_id: bea.id, content: 'Approved' }).execute()
    })
  })

  test('a comment in flight is there before the suspension, or not at all', async () => {
    const post_id = await world.buildPost()
    let isSuspended = false
    let suspending: Promise<unknown> | undefined
    await world.db.transaction().execute(async (trx) => {
      await trx.insertInto('comments').values({ post_id, author_id: bea.id, content: 'In flight' }).execute()
      suspending = suspend().then(() => {
        isSuspended = true
      })
      await expect.poll(() => waiting()).toBe(1)
      expect(isSuspended).toBe(false)
    })
    await suspending
    await expect(
      call(router.comments.create, { id: post_id, content: 'Late' }, as(bea)),
    ).rejects.toMatchObject({
      code: 'SUSPENDED',
    })
  })

  test('a write that began while the suspension was under way is refused, and nothing waits in a circle', async () => {
    const post_id = await world.buildPost({ author: bea })
    const acts = Array.from({ length: 12 }, (_, n) => [
      call(router.comments.create, { id: post_id, content: `Remark ${n}` }, as(bea)),
      ...(n === 6 ? [suspend()] : []),
      ...(n === 3 ? [call(router.removals.removePost, { id: post_id, rule: 1 }, as(mo))] : []),
    ])
    const ends = await Promise.allSettled(acts.flat())
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
    expect(codes.filter((code) => code !== 'SUSPENDED' && code !== 'NOT_FOUND')).toEqual([])
    const { rows } = await sql<{ late: number }>`
      select count(*)::integer as late from comments c join sanctions s on s.member_id = c.author_id
      where c.author_id = ${bea.id} and c.xmin::text::bigint > s.xmin::text::bigint and c.created_at > s.starts_at + interval '1 second'`.execute(
      world.db,
    )
    expect(rows[0]?.late).toBe(0)
    await expect(write(bea)).rejects.toMatchObject({ code: 'SUSPENDED' })
  })

  async function waiting() {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.services.db)
    return rows[0]?.count
  }
})

describe('a warning', () => {
  test('is acknowledged by its member alone, before they write again', async () => {
    const { id } = await sanction('warning')
    await expect(write(await now(bea))).rejects.toMatchObject({
      code: 'WARNED',
      status: 403,
      data: { sanction: { id, message: given.message, rule: '1. Be kind' } },
    })
    await expect(write(bea)).rejects.toMatchObject({ code: 'WARNED' })
    const acknowledge = (who: Viewer) => call(router.sanctions.acknowledge, { id }, as(who))
    await expect(acknowledge(world.people.other)).rejects.toMatchObject({ status: 404 })
    const first = await acknowledge(await now(bea))
    expect(await acknowledge(await now(bea))).toEqual(first)
    await write(await now(bea))
    expect(await list()).toMatchObject([{ id, state: 'acknowledged', ended_at: first.acknowledged_at }])
  })
})

describe('a rate limit', () => {
  test('counts all that is written in 24 hours, also what is deleted, to the second', async () => {
    const old = await world.buildNote({ author: bea })
    await sql`update notes set created_at = now() - interval '25 hours' where id = ${old}`.execute(world.db)
    await world.buildNote({ author: bea })
    await sanction('rate_limit', { ends: null, per_day: 3 })
    const { id } = await write(bea)
    await call(router.notes.remove, { id }, as(bea))
    const message = { username: world.people.other.username, content: 'Words' }
    await call(router.conversations.send, message, as(bea))
    await expect(write(bea)).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining('to 3 texts a day'),
      data: { retry_after: expect.any(Number), appeal: expect.stringMatching(/^.appeal.[0-9a-f-]{36}$/) },
    })
    const ageTo = (age: string) =>
      sql`
      update limited_writes set written_at = clock_timestamp() - ${age}::interval
      where ctid = (select ctid from limited_writes where member_id = ${bea.id} order by written_at limit 1)`.execute(
        world.db,
      )
    await ageTo('23 hours 59 minutes 30 seconds')
    const refusal = await write(bea).catch((error) => error)
    expect(refusal.data.retry_after).toBeGreaterThan(0)
    expect(refusal.data.retry_after).toBeLessThanOrEqual(30)
    await ageTo('24 hours')
    await write(bea)
    await expect(write(bea)).rejects.toMatchObject({ status: 429 })
  })

  test('lets as many through as it says, of all that come at once, and goes on counting when it is replaced', async () => {
    await sanction('rate_limit', { ends: null, per_day: 4 })
    const tries = await Promise.allSettled(Array.from({ length: 9 }, () => write(bea)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    await sanction('rate_limit', { ends: inDays(2), per_day: 5 })
    await write(bea)
    await expect(write(bea)).rejects.toMatchObject({ status: 429 })
  })

  test('is not spent on what is sent a second time', async () => {
    await sanction('rate_limit', { ends: null, per_day: 1 })
    const note = { id: newId(), content: 'Once' }
    await call(router.notes.create, note, as(bea))
    expect(await call(router.notes.create, note, as(bea))).toMatchObject({ id: note.id })
  })
})
