import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Role, Viewer } from '../../core/viewer.ts'
import { closeRemovedCases } from '../../staff/queue/jobs.server.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const report = (who: Viewer, id: string, kind: 'note' | 'post' | 'comment' = 'note') =>
  call(router.reports.create, { kind, id, reason: 'abuse' }, as(who))
const caseOf = (id: string) =>
  world.db
    .selectFrom('moderation_cases')
    .selectAll()
    .where('target_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const entriesOf = (id: string) =>
  world.db
    .selectFrom('moderation_actions')
    .select(['id', 'action', 'acted_as', 'acted_by', 'reverts', 'rule', 'case_id'])
    .where('target_id', '=', id)
    .orderBy('number')
    .execute()
const contentOf = async (id: string) =>
  (await world.db.selectFrom('notes').select('content').where('id', '=', id).executeTakeFirstOrThrow())
    .content
const decide = (id: string, decision: object) =>
  call(router.moderationCases.decide, { id, outcome: 'upheld', ...decision }, as(world.people.moderator))
const titlesOf = async (viewer: Viewer) =>
  (await call(router.notifications.list, {}, as(viewer))).items.map(({ title }) => title)

function buildEstablished(count: number): Promise<Viewer[]> {
  return Promise.all(Array.from({ length: count }, () => world.buildMember()))
}

/** Creates a new member's note and has three established members report it, which hides it. */
async function hiddenNote(content = 'Rude words') {
  const author = await world.buildMember({ is_established: false })
  const id = await world.buildNote({ author, content })
  for (const reporter of await buildEstablished(3)) await report(reporter, id)
  return { id, author, case_id: (await caseOf(id)).id }
}

const HIDDEN = 'This note was removed by a moderator.'

describe('what three established members report of a new member', () => {
  it('is hidden by the forum, stays open before all others, and its author is told', async () => {
    const { id, author, case_id } = await hiddenNote('CANARY words')
    expect(await contentOf(id)).toBe(HIDDEN)
    const [entry, ...others] = await entriesOf(id)
    expect(entry).toMatchObject({ action: 'remove', acted_as: 'system', acted_by: null, case_id })
    expect(others).toEqual([])
    expect(await caseOf(id)).toMatchObject({ source: 'automatic', closed_at: null })
    await closeRemovedCases(world.db)
    expect(await caseOf(id)).toMatchObject({ closed_at: null })
    const { items } = await call(router.moderationCases.list, {}, as(world.people.moderator))
    expect(items[0]?.id).toBe(case_id)
    const detail = await call(router.moderationCases.read, { id: case_id }, as(world.people.moderator))
    expect(detail).toMatchObject({
      now: { state: 'hidden', content: 'CANARY words' },
      actions: ['suspend', 'rate_limit', 'require_approval', 'warn', 'remove'],
    })
    expect(await titlesOf(author)).toContain(
      'Your note was reported. It’s hidden until a moderator reviews it.',
    )
    const stub = await call(router.notes.read, { id }, as(null))
    expect(stub).toMatchObject({ removal: { is_hidden: true, action_id: entry?.id } })
    const input = { id: entry?.id as string, words: 'Why?' }
    await expect(call(router.appeals.create, input, as(author))).rejects.toMatchObject({
      status: 409,
      data: { obstacle: 'undecided' },
    })
    await decide(case_id, { outcome: 'rejected' })
  })

  it('comes back when a moderator rejects the reports, and is not hidden a second time', async () => {
    const { id, author, case_id } = await hiddenNote('Words that come back')
    const [hiding] = await entriesOf(id)
    await decide(case_id, { outcome: 'rejected' })
    expect(await contentOf(id)).toBe('Words that come back')
    const [, restored, rejection] = await entriesOf(id)
    expect(restored).toMatchObject({ action: 'restore', acted_as: 'moderator', reverts: hiding?.id, case_id })
    expect(rejection).toMatchObject({ action: 'reject_report', case_id })
    expect(await titlesOf(author)).toEqual([])
    for (const reporter of await buildEstablished(4)) await report(reporter, id)
    expect(await contentOf(id)).toBe('Words that come back')
    expect(await caseOf(id)).toMatchObject({ source: 'report', report_count: 4 })
  })

  it('comes back also where the reports are upheld, and something else than removal follows', async () => {
    const { id, case_id } = await hiddenNote()
    await decide(case_id, {})
    expect(await contentOf(id)).toBe('Rude words')
  })

  it('stays away when a moderator removes it, which is then theirs', async () => {
    const { id, author, case_id } = await hiddenNote()
    await decide(case_id, { actions: [{ action: 'remove' }], reason: 'Rude.' })
    expect(await contentOf(id)).toBe(HIDDEN)
    const [hiding, removal, ...others] = await entriesOf(id)
    expect(removal).toMatchObject({ action: 'remove', acted_by: world.people.moderator.id, case_id })
    expect(others).toEqual([])
    expect(await caseOf(id)).toMatchObject({ outcome: 'upheld' })
    const stub = await call(router.notes.read, { id }, as(null))
    expect(stub).toMatchObject({ removal: { is_hidden: false, action_id: removal?.id } })
    expect(await titlesOf(author)).toEqual(['A moderator removed your note'])
    const made = await call(router.appeals.create, { id: removal?.id as string, words: 'No.' }, as(author))
    const input = { id: made.id, outcome: 'granted' } as const
    expect(await call(router.appeals.decide, input, as(world.people.admin))).toMatchObject({
      reversal: 'restored',
    })
    expect(await contentOf(id)).toBe('Rude words')
    expect(hiding?.id).not.toBe(removal?.id)
  })

  it('is removed outside the queue too, which closes the case', async () => {
    const { id } = await hiddenNote()
    await call(router.removals.removeNote, { id, reason: 'Rude.' }, as(world.people.moderator))
    expect(await caseOf(id)).toMatchObject({ outcome: 'upheld', closed_by: world.people.moderator.id })
    const again = call(router.removals.removeNote, { id, reason: 'Rude.' }, as(world.people.moderator))
    await expect(again).rejects.toMatchObject({ status: 409 })
  })

  it('is deleted by its author all the same', async () => {
    const { id, author, case_id } = await hiddenNote()
    await call(router.notes.remove, { id }, as(author))
    await decide(case_id, { outcome: 'rejected' })
    const row = world.db.selectFrom('notes').select('content').where('id', '=', id)
    expect(await row.executeTakeFirst()).not.toMatchObject({ content: 'Rude words' })
  })

  it('is hidden once, also where three report it at once', async () => {
    for (const kind of ['post', 'comment', 'note'] as const) {
      const author = await world.buildMember({ is_established: false })
      const id =
        kind === 'note'
          ? await world.buildNote({ author })
          : kind === 'post'
            ? await world.buildPost({ author })
            : await world.buildComment({ post_id: await world.buildPost(), author })
      const reporters = await buildEstablished(6)
      await Promise.all(reporters.map((reporter) => report(reporter, id, kind)))
      expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['remove'])
      expect(await caseOf(id)).toMatchObject({ source: 'automatic', report_count: 6, closed_at: null })
    }
    expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
  })
})

describe('nothing is hidden', () => {
  const isHidden = async (author: Viewer, reporters: Viewer[]) => {
    const id = await world.buildNote({ author })
    for (const reporter of reporters) await report(reporter, id)
    return (await contentOf(id)) === HIDDEN
  }

  it('of an established member, of somebody with a role, or of who has left', async () => {
    const [established] = await buildEstablished(1)
    expect(await isHidden(established as Viewer, await buildEstablished(5))).toBe(false)
    for (const role of ['moderator', 'editor', 'admin'] as Role[]) {
      const author = await world.buildMember({ roles: [role] })
      expect(await isHidden(author, await buildEstablished(5))).toBe(false)
      await world.db.deleteFrom('user_roles').where('user_id', '=', author.id).execute()
    }
    const id = await world.buildNote({ author: null, content: 'Of nobody' })
    for (const reporter of await buildEstablished(4)) await report(reporter, id)
    expect(await contentOf(id)).toBe('Of nobody')
  })

  it('by two, by new members, or by those whose reports are rejected', async () => {
    const author = await world.buildMember({ is_established: false })
    const [first, second, third] = (await buildEstablished(3)) as [Viewer, Viewer, Viewer]
    expect(await isHidden(author, [first, second])).toBe(false)
    const strangers = await Promise.all([1, 2, 3, 4].map(() => world.buildMember({ is_established: false })))
    expect(await isHidden(author, [first, second, ...strangers])).toBe(false)
    const note = await world.buildNote({ author })
    await report(third, note)
    await decide((await caseOf(note)).id, { outcome: 'rejected' })
    expect(await isHidden(author, [first, second, third])).toBe(false)
  })
})

test('a profile or message is never hidden', async () => {
  const author = await world.buildMember({ is_established: false })
  for (const reporter of await buildEstablished(4))
    await call(router.reports.create, { kind: 'profile', id: author.id, reason: 'spam' }, as(reporter))
  expect(await entriesOf(author.id)).toEqual([])
})
