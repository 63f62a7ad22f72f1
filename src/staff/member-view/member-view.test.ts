import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { HISTORY_PAGE, LATEST_EXCERPT } from './policy.ts'

let world: World
let ada: Viewer

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ada = await world.buildMember({ full_name: 'Ada Lin' })
})

const by = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const asModerator = () => by(world.people.moderator)
const read = (username = ada.username, as = asModerator()) => call(router.memberView.read, { username }, as)
const history = (cursor?: string) =>
  call(router.memberView.history, { username: ada.username, cursor } as never, asModerator())
const note = (text: string, as = asModerator()) =>
  call(router.memberView.addNote, { username: ada.username, text }, as)
const removeNote = (id: string, as = asModerator()) => call(router.memberView.removeNote, { id }, as)

async function reported(by_: Viewer = world.people.other): Promise<{ id: string; case_id: string }> {
  const id = await world.buildNote({ author: ada })
  await call(router.reports.create, { kind: 'note', id, reason: 'abuse' }, by(by_))
  const found = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', id)
  return { id, case_id: (await found.executeTakeFirstOrThrow()).id }
}

const decide = (id: string, decision: object) =>
  call(router.moderationCases.decide, { id, ...decision } as never, asModerator())
const remove = (id: string) =>
  decide(id, { outcome: 'upheld', actions: [{ action: 'remove' }], reason: 'An insult' })

const REFUSED = [
  ['nobody signed in', () => null, 401],
  ['the member themselves', () => ada, 403],
  ['an editor', () => world.people.editor, 403],
] as const

describe('a member as moderators see them', () => {
  test('has numbers, roles, notes and what they wrote last, and of what was removed the neutral words', async () => {
    await world.buildPost({ author: ada, title: 'On knees' })
    const { case_id } = await reported()
    await reported()
    await remove(case_id)
    const view = await read()
    expect(view).toMatchObject({
      member: { id: ada.id, username: ada.username, full_name: 'Ada Lin' },
      roles: [],
      may_act: true,
      notes: [],
      numbers: {
        posts: 1,
        comments: 0,
        notes: 1,
        removed: 1,
        reports: { made: 0, decided: 0, upheld: 0, weight: 0.5 },
        cases: { open: 1, upheld: 1, rejected: 0, moot: 0 },
      },
    })
    expect(view.latest.map(({ kind, is_removed }) => [kind, is_removed]).sort()).toEqual([
      ['note', false],
      ['note', true],
      ['post', false],
    ])
    expect(view.latest.find(({ is_removed }) => is_removed)?.excerpt).toBe(
      'This note was removed by a moderator.',
    )
    expect(view.latest.find(({ kind }) => kind === 'post')).toMatchObject({
      title: 'On knees',
      path: expect.stringMatching(/^\/post\//),
    })
  })

  test('has what became of their own reports, which is what their word weighs', async () => {
    const theirs = await world.buildNote()
    await call(router.reports.create, { kind: 'note', id: theirs, reason: 'abuse' }, by(ada))
    const found = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', theirs)
    await remove((await found.executeTakeFirstOrThrow()).id)
    const { reports } = (await read()).numbers
    expect(reports).toMatchObject({ made: 1, decided: 1, upheld: 1, weight: expect.closeTo(2 / 3) })
    expect((await history()).items[0]).toMatchObject({ type: 'report', reason: 'abuse', outcome: 'upheld' })
  })

  test('is nobody to act on for who has the same role', async () => {
    const peer = await world.buildMember({ roles: ['moderator'] })
    expect(await read(world.people.moderator.username, by(peer))).toMatchObject({
      may_act: false,
      roles: ['moderator'],
    })
    expect(await read(world.people.moderator.username, by(world.people.admin))).toMatchObject({
      may_act: true,
    })
  })

  test.each(['moderator', 'admin'] as const)('is closed to the %s it is about', async (role) => {
    const { username, ...person } = await world.buildMember({ roles: [role] })
    const own = by({ ...person, username })
    const { id } = await call(router.memberView.addNote, { username, text: 'Watch them.' }, asModerator())
    const attempts = [
      () => read(username, own),
      () => call(router.memberView.history, { username }, own),
      () => call(router.memberView.addNote, { username, text: 'I am fine.' }, own),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ status: 403 })
    await expect(removeNote(id, own)).rejects.toMatchObject({ status: 404 })
    expect((await read(username)).notes.map(({ text }) => text)).toEqual(['Watch them.'])
  })

  test('is found by a name in other letters, and by one that they gave up', async () => {
    expect((await read(ada.username.toUpperCase())).member.id).toBe(ada.id)
    await call(router.me.update, { username: `${ada.username}_new` }, by(ada))
    expect((await read()).member.username).toBe(`${ada.username}_new`)
  })

  test('does not show all of a long text', async () => {
    await world.buildNote({ author: ada, content: 'word '.repeat(80).trim() })
    expect((await read()).latest[0]?.excerpt).toHaveLength(LATEST_EXCERPT)
  })

  test.each(REFUSED)('is not for %s', async (_who, viewer, status) => {
    await expect(read(ada.username, by(viewer()))).rejects.toMatchObject({ status })
  })

  test('is missing where nobody is called so', async () => {
    await expect(read('nobody_at_all')).rejects.toMatchObject({ status: 404 })
  })
})

describe('the history', () => {
  test('has actions, cases and reports in one list, the newest first, page after page', async () => {
    const cases: string[] = []
    for (let n = 0; n < HISTORY_PAGE; n++) cases.push((await reported()).case_id)
    await remove(cases[0] as string)
    const first = await history()
    expect(first.items).toHaveLength(HISTORY_PAGE)
    expect(first.items[0]).toMatchObject({
      type: 'action',
      action: 'remove',
      reason: 'An insult',
      kind: 'note',
    })
    const second = await history(first.next ?? '')
    expect(second.items).toMatchObject([{ type: 'case', id: cases[0], outcome: 'upheld', report_count: 1 }])
    expect(second.next).toBeNull()
  })

  test('is nothing for who had nothing to do with moderation', async () => {
    expect(await history()).toEqual({ items: [], next: null })
  })

  test('is missing where nobody is called so, and refused with a cursor that is none', async () => {
    const asked = { username: 'nobody_at_all' }
    await expect(call(router.memberView.history, asked, asModerator())).rejects.toMatchObject({ status: 404 })
    await expect(history('nonsense')).rejects.toMatchObject({ status: 400 })
  })
})

describe('a note', () => {
  test('is for other moderators to read, the newest first, with who wrote it', async () => {
    await note('Spoke to them.')
    const { id } = await note('All is well.', by(world.people.admin))
    expect((await read()).notes).toMatchObject([
      { id, text: 'All is well.', author: { username: world.people.admin.username } },
      { text: 'Spoke to them.', author: { username: world.people.moderator.username } },
    ])
  })

  test('is taken back by its author or an admin, and by no other moderator', async () => {
    const [own, others] = [await note('Mine.'), await note('The admin’s.', by(world.people.admin))]
    await expect(removeNote(others.id)).rejects.toMatchObject({ status: 404 })
    await removeNote(own.id)
    await note('Mine again.').then(({ id }) => removeNote(id, by(world.people.admin)))
    expect((await read()).notes.map(({ text }) => text)).toEqual(['The admin’s.'])
    await expect(removeNote(newId())).rejects.toMatchObject({ status: 404 })
  })

  test.each(REFUSED)('is not to be written by %s', async (_who, viewer, status) => {
    await expect(note('Words.', by(viewer()))).rejects.toMatchObject({ status })
  })

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['too much', 'x'.repeat(2001)],
  ])('does not say %s', async (_what, text) => {
    await expect(note(text)).rejects.toMatchObject({ status: 400 })
    expect((await read()).notes).toEqual([])
  })
})
