import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PromptJobs } from '../../../tests/prompt-jobs.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { recordAction } from '../../moderation/record-action.server.ts'
import { removeDecisionAction } from '../../moderation/removal/remove.server.ts'
import type { ReportedKind, ReportReason } from '../../moderation/reports/policy.ts'
import { newId } from '../../platform/ids.ts'
import { eraseSnapshots, findOverdueCases, handleModerationJobs } from './jobs.server.ts'
import { CASE_PAGE } from './policy.ts'

let world: World
let author: Viewer
let ada: Viewer
let mo: Viewer
let ida: Viewer

beforeAll(async () => {
  world = await makeWorld()
  mo = await world.buildMember({ full_name: 'Mo Ray', roles: ['moderator'] })
  ida = await world.buildMember({ full_name: 'Ida Berg', roles: ['moderator'] })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('moderation_cases').execute()
  author = await world.buildMember()
  ada = await world.buildMember()
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const list = (who: Viewer | null, input: Parameters<typeof read>[1] = {}) => read(who, input)
const read = (
  who: Viewer | null,
  input: { state?: 'open' | 'closed'; kind?: ReportedKind; cursor?: string },
) => call(router.moderationCases.list, input as never, as(who))
const one = (who: Viewer, id: string) => call(router.moderationCases.read, { id }, as(who))
const claim = (who: Viewer, id: string) => call(router.moderationCases.claim, { id }, as(who))
const release = (who: Viewer, id: string) => call(router.moderationCases.release, { id }, as(who))
const decide = (who: Viewer | null, id: string, decision: Record<string, unknown> = {}) =>
  call(router.moderationCases.decide, { id, outcome: 'upheld', ...decision } as never, as(who))
const actions = () => world.db.selectFrom('moderation_actions').selectAll().execute()

async function reported(
  of: { author?: Viewer; by?: Viewer; reason?: ReportReason; content?: string } = {},
): Promise<{ id: string; note: string }> {
  const note = await world.buildNote({ author: of.author ?? author, content: of.content ?? 'Rude words' })
  const wish = { kind: 'note' as const, id: note, reason: of.reason ?? 'spam', words: 'See' }
  await call(router.reports.create, wish, as(of.by ?? ada))
  const { id } = await world.db
    .selectFrom('moderation_cases')
    .select('id')
    .where('target_id', '=', note)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { id, note }
}

describe('the queue', () => {
  test('has the heaviest first, then the oldest, page by page, and what is closed apart', async () => {
    const made = []
    for (let n = 0; n < CASE_PAGE + 3; n++) made.push((await reported()).id)
    const grave = (await reported({ reason: 'illegal' })).id
    const first = await list(mo)
    expect(first.items.map(({ id }) => id)).toEqual([grave, ...made.slice(0, CASE_PAGE - 1)])
    const second = await list(mo, { cursor: first.next as string })
    expect(second.items.map(({ id }) => id)).toEqual(made.slice(CASE_PAGE - 1))
    expect(second.next).toBe(null)
    await decide(mo, grave)
    await decide(mo, made[0] as string)
    expect((await list(mo, { state: 'closed' })).items.map(({ id }) => id)).toEqual([made[0], grave])
    expect((await list(mo, { kind: 'post' })).items).toEqual([])
    await expect(list(mo, { state: 'closed', cursor: first.next as string })).rejects.toMatchObject({
      status: 400,
    })
  })

  test('shows reporters to moderators, by name and never by address, and what has become of the thing', async () => {
    const { id, note } = await reported()
    const found = await one(mo, id)
    expect(found).toMatchObject({
      kind: 'note',
      member: { id: author.id },
      excerpt: 'Rude words',
      snapshot: { content: 'Rude words' },
      now: { state: 'unchanged', path: `/notes/${note}` },
      reports: [{ reporter: { username: ada.username }, reason: 'spam', words: 'See', weight: 0.5 }],
      obstacle: null,
    })
    expect(JSON.stringify(found)).not.toContain('@')
    await world.db.updateTable('notes').set({ content: 'Kind words' }).where('id', '=', note).execute()
    expect(await one(mo, id)).toMatchObject({
      snapshot: { content: 'Rude words' },
      now: { state: 'changed', content: 'Kind words' },
    })
    await call(router.notes.remove, { id: note }, as(author))
    expect(await one(mo, id)).toMatchObject({
      now: { state: 'gone', content: null, path: null },
      actions: expect.not.arrayContaining(['remove']),
    })
    expect((await list(mo)).items).toHaveLength(1)
  })

  test('counts what waits', async () => {
    await reported()
    await reported()
    const { open, kinds } = await call(router.moderationCases.waiting, undefined, as(mo))
    expect({ open, kinds }).toEqual({
      open: 2,
      kinds: { post: 0, comment: 0, note: 2, profile: 0, message: 0, action: 0 },
    })
  })

  test('has no case about the moderator who looks, for admins neither', async () => {
    for (const concerned of [mo, world.people.admin]) {
      const { id } = await reported({ author: concerned })
      const { items } = await list(concerned)
      expect(items).toEqual([])
      const { open } = await call(router.moderationCases.waiting, undefined, as(concerned))
      expect(open).toBe(0)
      const missing = { status: 404, message: 'Case not found.' }
      for (const attempt of [one, claim, release, decide])
        await expect(attempt(concerned, id)).rejects.toMatchObject(missing)
      expect((await list(ida)).items.map((item) => item.id)).toEqual([id])
      await world.db.deleteFrom('moderation_cases').execute()
    }
  })

  test('is closed to everybody else', async () => {
    const { id } = await reported()
    const { editor } = world.people
    for (const who of [ada, editor]) await expect(list(who)).rejects.toMatchObject({ status: 403 })
    await expect(list(null)).rejects.toMatchObject({ status: 401 })
    await expect(decide(ada, id)).rejects.toMatchObject({ status: 403 })
    await expect(one(mo, newId())).rejects.toMatchObject({ status: 404 })
  })
})

describe('a claim', () => {
  test('is one moderator’s, of all who want it at once, until they leave it or it lapses', async () => {
    const { id } = await reported()
    const crowd = await Promise.all(
      Array.from({ length: 10 }, () => world.buildMember({ roles: ['moderator'] })),
    )
    const tries = await Promise.allSettled(crowd.map((moderator) => claim(moderator, id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const holder = crowd[tries.findIndex(({ status }) => status === 'fulfilled')] as Viewer
    await expect(claim(mo, id)).rejects.toMatchObject({
      status: 409,
      message: `${holder.username} is reviewing this case.`,
      data: { claim: { by: { id: holder.id } }, closed: null },
    })
    expect((await release(mo, id)).claim).toMatchObject({ by: { id: holder.id } })
    expect((await claim(holder, id)).claim).toMatchObject({ by: { id: holder.id } })
    expect((await release(holder, id)).claim).toBe(null)
    await claim(mo, id)
    await world.db
      .updateTable('moderation_cases')
      .set({ claimed_until: new Date(0).toISOString() })
      .execute()
    expect((await list(ida)).items).toMatchObject([{ claim: null }])
    expect((await claim(ida, id)).claim).toMatchObject({ by: { id: ida.id } })
  })
})

describe('a decision', () => {
  test('upholds: the case is closed with who did it, and the reporter hears of it', async () => {
    const { id } = await reported()
    await claim(ida, id)
    expect(await decide(mo, id, { note: 'Third time' })).toMatchObject({
      closed: { outcome: 'upheld', closed_by: { id: mo.id } },
    })
    expect(await one(mo, id)).toMatchObject({
      note: 'Third time',
      claim: null,
      closed: { outcome: 'upheld' },
    })
    expect((await call(router.notifications.list, {}, as(ada))).unread).toBe(1)
  })

  test('rejects, which the log has, with its reason', async () => {
    const { id, note } = await reported()
    await decide(mo, id, { outcome: 'rejected', reason: 'A matter of taste', note: 'Kind of' })
    expect((await actions()).filter(({ case_id }) => case_id === id)).toMatchObject([
      {
        action: 'reject_report',
        acted_by: mo.id,
        kind: 'note',
        target_id: note,
        reason: 'A matter of taste',
        note: 'Kind of',
      },
    ])
  })

  test('is moot only of what is gone', async () => {
    const { id, note } = await reported()
    await expect(decide(mo, id, { outcome: 'moot' })).rejects.toMatchObject({ status: 400 })
    await call(router.notes.remove, { id: note }, as(author))
    expect(await decide(mo, id, { outcome: 'moot' })).toMatchObject({ closed: { outcome: 'moot' } })
  })

  test('is one, of a hundred at once; the others hear what the first did', async () => {
    const { id } = await reported()
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        decide(n % 2 ? mo : ida, id, { outcome: n % 3 ? 'rejected' : 'upheld' }),
      ),
    )
    const won = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const lost = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(won).toHaveLength(1)
    expect(lost).toHaveLength(99)
    const [{ closed }] = won as [(typeof won)[number]]
    const done = closed.outcome === 'rejected' ? ['reject_report'] : []
    for (const error of lost)
      expect(error).toMatchObject({ status: 409, data: { closed: { ...closed, actions: done } } })
    expect((await actions()).filter(({ case_id }) => case_id === id)).toHaveLength(done.length)
  })

  test('is nobody’s who reported it, or whose author has the same role', async () => {
    const { moderator, admin } = world.people
    const cases = [
      { ...(await reported({ by: mo })), words: 'You reported this' },
      { ...(await reported({ author: moderator })), words: 'The author’s role isn’t lower' },
      { ...(await reported({ author: admin })), words: 'The author’s role isn’t lower' },
    ]
    for (const { id, words } of cases) {
      expect((await one(mo, id)).obstacle).toContain(words)
      await expect(claim(mo, id)).rejects.toMatchObject({ status: 403 })
      await expect(decide(mo, id)).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining(words),
      })
    }
    expect((await one(admin, (cases[1] as { id: string }).id)).obstacle).toBe(null)
  })

  test('has consequences in the same transaction, or none; and tells its ground', async () => {
    let isBroken = false
    const told: string[] = []
    vi.spyOn(removeDecisionAction, 'act').mockImplementation(async (trx, { viewer }, decided) => {
      await trx.deleteFrom('notes').where('id', '=', decided.target_id).execute()
      await recordAction(trx, { ...decided, action: 'remove', by: viewer })
      if (isBroken) throw new Error('the removal is broken')
      return () => void told.push(decided.target_id)
    })
    const { id, note } = await reported()
    const removal = { actions: [{ action: 'remove' }] }
    expect((await one(mo, id)).actions).toContain('remove')
    await expect(decide(mo, id, removal)).rejects.toMatchObject({ status: 400, data: { field: 'reason' } })
    await expect(decide(mo, id, { ...removal, outcome: 'rejected', reason: 'No' })).rejects.toMatchObject({
      status: 400,
    })
    isBroken = true
    await expect(decide(mo, id, { ...removal, reason: 'Spam' })).rejects.toThrow('the removal is broken')
    expect(await one(mo, id)).toMatchObject({ closed: null, now: { state: 'unchanged' } })
    expect((await actions()).filter(({ case_id }) => case_id === id)).toEqual([])
    isBroken = false
    await decide(mo, id, { ...removal, reason: 'Spam' })
    expect(await one(mo, id)).toMatchObject({ closed: { outcome: 'upheld' }, now: { state: 'gone' } })
    expect(told).toEqual([note])
    await expect(decide(ida, id)).rejects.toMatchObject({ data: { closed: { actions: ['remove'] } } })
  })
})

describe('by the clock', () => {
  test('what was reported is erased 90 days after closing, and not before', async () => {
    const { id } = await reported()
    const open = await reported()
    await decide(mo, id)
    const closedFor = async (days: number) => {
      const closed_at = new Date(Date.now() - days * 86_400_000).toISOString()
      await world.db.updateTable('moderation_cases').set({ closed_at }).where('id', '=', id).execute()
      await eraseSnapshots(world.db)
      return (await one(mo, id)).snapshot
    }
    expect(await closedFor(89)).toMatchObject({ content: 'Rude words' })
    expect(await closedFor(91)).toBe(null)
    expect((await one(mo, open.id)).snapshot).toMatchObject({ content: 'Rude words' })
  })

  test('no mail reminds a moderator of a case about themselves', async () => {
    const { id } = await reported({ author: mo })
    const created_at = new Date(Date.now() - 5 * 3_600_000).toISOString()
    await world.db.updateTable('moderation_cases').set({ created_at }).where('id', '=', id).execute()
    const to: string[] = []
    const jobs = new PromptJobs()
    handleModerationJobs(world.services, jobs, async (message) => void to.push(message.to))
    await jobs.doTimed()
    const addressOf = async ({ id: user }: Viewer) =>
      (await world.db.selectFrom('users').select('email').where('id', '=', user).executeTakeFirstOrThrow())
        .email
    expect(to).toContain(await addressOf(ida))
    expect(to).not.toContain(await addressOf(mo))
  })

  test('staff hear of what has waited for more than four hours', async () => {
    const { id } = await reported()
    const since = (hours: number) =>
      world.db
        .updateTable('moderation_cases')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .where('id', '=', id)
        .execute()
    await since(3.9)
    expect(await findOverdueCases(world.db)).toEqual({ count: 0, hours: 0 })
    await since(5.5)
    expect(await findOverdueCases(world.db)).toEqual({ count: 1, hours: 5 })
    await decide(mo, id)
    expect(await findOverdueCases(world.db)).toEqual({ count: 0, hours: 0 })
  })
})
