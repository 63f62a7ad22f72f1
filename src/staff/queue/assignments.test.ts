import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { eraseSnapshots } from './jobs.server.ts'
import { CASE_NOTES_MAX } from './policy.ts'

let world: World
let mo: Viewer
let ida: Viewer
let ada: Viewer
let author: Viewer
let id: string

beforeAll(async () => {
  world = await makeWorld()
  mo = await world.buildMember({ full_name: 'Mo Ray', roles: ['moderator'] })
  ida = await world.buildMember({ full_name: 'Ida Berg', roles: ['moderator'] })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('moderation_cases').execute()
  await world.db.deleteFrom('notifications').execute()
  author = await world.buildMember()
  ada = await world.buildMember()
  id = await reported()
})

async function reported(by = ada): Promise<string> {
  const note = await world.buildNote({ author, content: 'Rude words' })
  await call(router.reports.create, { kind: 'note', id: note, reason: 'spam', words: '' }, as(by))
  const found = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', note)
  return (await found.executeTakeFirstOrThrow()).id
}

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const assign = (by: Viewer | null, assignee: Viewer | null, of = id) =>
  call(router.moderationCases.assign, { id: of, assignee: assignee?.id ?? null }, as(by))
const claim = (by: Viewer) => call(router.moderationCases.claim, { id }, as(by))
const list = async (viewer: Viewer, assigned?: 'mine' | 'none') =>
  (await call(router.moderationCases.list, { assigned }, as(viewer))).items.map((item) => item.id)
const titles = async (viewer: Viewer) =>
  (await call(router.notifications.list, {}, as(viewer))).items.map(({ title }) => title)
const addNote = (by: Viewer | null, text = 'Ask the author first', of = id) =>
  call(router.moderationCases.addNote, { id: of, text }, as(by))
const read = (by: Viewer) => call(router.moderationCases.read, { id }, as(by))

describe('an assignment', () => {
  test('is a claim without an end, and its assignee is notified', async () => {
    const other = await reported()
    expect(await assign(mo, ida)).toMatchObject({ claim: { by: { id: ida.id }, until: null } })
    expect(await titles(ida)).toEqual(['A moderation case was assigned to you'])
    expect(await list(ida, 'mine')).toEqual([id])
    expect(await list(mo, 'mine')).toEqual([])
    expect(await list(mo, 'none')).toEqual([other])
    await expect(claim(mo)).rejects.toMatchObject({
      status: 409,
      message: 'This case is assigned to Ida Berg.',
    })
  })

  test('outlives a review by its assignee', async () => {
    await assign(ida, ida)
    expect(await titles(ida)).toEqual([])
    expect((await claim(ida)).claim).toMatchObject({ until: null })
    expect((await call(router.moderationCases.release, { id }, as(ida))).claim).toMatchObject({ until: null })
  })

  test('moves to another moderator, with its notification, and ends with nobody or a decision', async () => {
    await claim(ida)
    await assign(mo, mo)
    await assign(ida, mo)
    expect(await titles(mo)).toEqual(['A moderation case was assigned to you'])
    await assign(mo, ida)
    expect(await titles(mo)).toEqual([])
    expect(await assign(mo, null)).toEqual({ claim: null })
    expect(await titles(ida)).toEqual([])
    await assign(mo, ida)
    await call(router.moderationCases.decide, { id, outcome: 'rejected' }, as(mo))
    expect(await read(mo)).toMatchObject({ claim: null })
    await expect(assign(mo, ida)).rejects.toMatchObject({
      status: 409,
      message: 'Mo Ray already closed this case: rejected.',
    })
  })

  test('is refused to members, and to moderators who cannot decide the case', async () => {
    const refusal = { status: 400, data: { field: 'assignee' } }
    await expect(assign(mo, ada)).rejects.toMatchObject(refusal)
    await expect(assign(mo, ida, await reported(ida))).rejects.toMatchObject(refusal)
    await world.db.insertInto('user_roles').values({ user_id: author.id, role: 'moderator' }).execute()
    await expect(assign(world.people.admin, author)).rejects.toMatchObject(refusal)
    await expect(assign(mo, ida, newId())).rejects.toMatchObject({ status: 404 })
    for (const [viewer, status] of [
      [null, 401],
      [ada, 403],
      [world.people.editor, 403],
    ] as const)
      await expect(assign(viewer, mo)).rejects.toMatchObject({ status })
  })

  test('two at once leave one assignee, who alone has the notification', async () => {
    const { admin, moderator } = world.people
    await Promise.all([assign(admin, mo), assign(moderator, ida)])
    const { claim: last } = await read(admin)
    const [winner, loser] = last?.by.id === mo.id ? [mo, ida] : [ida, mo]
    expect(await list(winner, 'mine')).toEqual([id])
    expect([await titles(winner), await titles(loser)]).toEqual([
      ['A moderation case was assigned to you'],
      [],
    ])
  })

  test('can go to each moderator and admin', async () => {
    const { items } = await call(router.moderationCases.moderators, undefined, as(mo))
    const found = items.map((person) => person.id)
    expect(found).toEqual(expect.arrayContaining([mo.id, ida.id, world.people.admin.id]))
    expect(found).not.toContain(ada.id)
  })
})

describe('a note on a case', () => {
  test('is read by moderators, oldest first', async () => {
    await addNote(mo)
    const { notes } = await addNote(ida, ' Done \n')
    expect(notes).toMatchObject([
      { author: { id: mo.id }, text: 'Ask the author first' },
      { author: { id: ida.id }, text: 'Done' },
    ])
    expect((await read(world.people.admin)).notes).toEqual(notes)
  })

  test('is refused to everybody else, empty, too long, and about oneself', async () => {
    for (const [viewer, status] of [
      [null, 401],
      [ada, 403],
      [world.people.editor, 403],
    ] as const)
      await expect(addNote(viewer)).rejects.toMatchObject({ status })
    for (const text of [' ', 'x'.repeat(1001)])
      await expect(addNote(mo, text)).rejects.toMatchObject({ status: 400, data: { field: 'text' } })
    await expect(addNote(mo, 'None', newId())).rejects.toMatchObject({ status: 404 })
    await world.db.insertInto('user_roles').values({ user_id: author.id, role: 'moderator' }).execute()
    await expect(addNote({ ...author, roles: ['moderator'] })).rejects.toMatchObject({ status: 404 })
  })

  test('is one of at most fifty, also if two moderators write at once', async () => {
    await world.db
      .insertInto('case_notes')
      .values(
        Array.from({ length: CASE_NOTES_MAX - 1 }, (_, n) => ({ case_id: id, number: n + 1, text: 'x' })),
      )
      .execute()
    const tries = await Promise.allSettled([addNote(mo), addNote(ida)])
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(addNote(mo)).rejects.toMatchObject({
      status: 409,
      message: 'A case can have at most 50 notes.',
    })
  })

  test('is deleted 90 days after the case was closed', async () => {
    await addNote(mo)
    await call(router.moderationCases.decide, { id, outcome: 'rejected' }, as(mo))
    const closedFor = async (days: number) => {
      const closed_at = new Date(Date.now() - days * 86_400_000).toISOString()
      await world.db.updateTable('moderation_cases').set({ closed_at }).where('id', '=', id).execute()
      await eraseSnapshots(world.db)
      return (await read(mo)).notes.length
    }
    expect(await closedFor(89)).toBe(1)
    expect(await closedFor(91)).toBe(0)
  })
})
