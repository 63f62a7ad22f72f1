import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
let mo: Viewer
let ida: Viewer
let ada: Viewer
let author: Viewer

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

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const REMOVAL = { outcome: 'upheld', actions: [{ action: 'remove' }], reason: 'Advertising' }
const decideMany = async (by: Viewer | null, ids: string[], decision: object = REMOVAL) =>
  (await call(router.moderationCases.decideMany, { ids, ...decision } as never, as(by))).items
const entries = (id: string) =>
  world.db.selectFrom('moderation_actions').selectAll().where('case_id', '=', id).orderBy('number').execute()

async function reported({ by = ada, of = author, content = 'Buy now' } = {}) {
  const note = await world.buildNote({ author: of, content })
  await call(router.reports.create, { kind: 'note', id: note, reason: 'spam', words: '' }, as(by))
  const found = world.db.selectFrom('moderation_cases').select('id').where('target_id', '=', note)
  return { id: (await found.executeTakeFirstOrThrow()).id, note }
}

test('each case has its own decision, log entry and notifications, as if decided alone', async () => {
  const cases = [await reported(), await reported(), await reported()]
  const ids = cases.map(({ id }) => id)
  const results = await decideMany(mo, ids)
  expect(results).toMatchObject(
    ids.map((id) => ({ id, closed: { outcome: 'upheld', closed_by: { id: mo.id } }, error: null })),
  )
  for (const { id, note } of cases)
    expect(await entries(id)).toMatchObject([
      { action: 'remove', target_id: note, reason: 'Advertising', acted_by: mo.id, part_of: null },
    ])
  expect((await call(router.notifications.list, {}, as(ada))).unread).toBe(3)
  const theirs = (await call(router.notifications.list, {}, as(author))).items
  expect(theirs.map(({ type }) => type)).toEqual(['removal', 'removal', 'removal'])
  const [entry] = await entries(ids[0] as string)
  const appeal = call(
    router.appeals.create,
    { id: entry?.id ?? '', words: 'It was a quotation.' },
    as(author),
  )
  expect(await appeal).toMatchObject({ outcome: null })
})

test('refused cases are listed with their reason, and do not stop the others', async () => {
  const [first, own, ofModerator, closed, last] = [
    await reported(),
    await reported({ by: mo }),
    await reported({ of: world.people.moderator }),
    await reported(),
    await reported(),
  ]
  await call(router.moderationCases.decide, { id: closed.id, outcome: 'rejected' }, as(ida))
  const gone = newId()
  const ids = [first, own, ofModerator, closed].map(({ id }) => id).concat(gone, last.id)
  const results = await decideMany(mo, ids)
  expect(results.map(({ id, error }) => [id, error?.code, error?.message])).toEqual([
    [first.id, undefined, undefined],
    [own.id, 'FORBIDDEN', 'You reported this, so someone else must decide.'],
    [ofModerator.id, 'FORBIDDEN', expect.stringContaining('The author’s role isn’t lower')],
    [closed.id, 'CONFLICT', 'Ida Berg already closed this case: rejected.'],
    [gone, 'NOT_FOUND', 'Case not found.'],
    [last.id, undefined, undefined],
  ])
  expect(await entries(own.id)).toEqual([])
})

test('a case about the moderator is like none', async () => {
  const { id } = await reported({ of: mo })
  expect(await decideMany(mo, [id])).toMatchObject([{ closed: null, error: { code: 'NOT_FOUND' } }])
})

test('an invalid decision names the field for each case, and changes nothing', async () => {
  const ids = [(await reported()).id, (await reported()).id]
  const results = await decideMany(mo, ids, { ...REMOVAL, reason: '' })
  expect(results.map(({ error }) => error?.field)).toEqual(['reason', 'reason'])
  const refusal = { status: 400, data: { field: 'rule' } }
  await expect(decideMany(mo, ids, { ...REMOVAL, rule: 50 })).rejects.toMatchObject(refusal)
  for (const wrong of [[], Array.from({ length: 101 }, newId), ['x']])
    await expect(decideMany(mo, wrong)).rejects.toMatchObject({ status: 400 })
})

test('guests, members and editors are refused', async () => {
  const { id } = await reported()
  for (const [viewer, status] of [
    [null, 401],
    [ada, 403],
    [world.people.editor, 403],
  ] as const)
    await expect(decideMany(viewer, [id])).rejects.toMatchObject({ status })
  expect(await entries(id)).toEqual([])
})

test('of two moderators at once, each case has one decision, and the other hears whose', async () => {
  const ids = (await Promise.all([reported(), reported(), reported(), reported()])).map(({ id }) => id)
  const both = await Promise.all([decideMany(mo, ids), decideMany(ida, ids.toReversed())])
  const results = both.flat()
  for (const id of ids) {
    const [won, lost] = results.filter((result) => result.id === id).sort((a) => (a.closed ? -1 : 1))
    expect(won?.error).toBe(null)
    expect(lost?.error).toMatchObject({ code: 'CONFLICT' })
    expect(await entries(id)).toHaveLength(1)
  }
})

test('each case counts towards the rate limit of decisions', async () => {
  const context = world.asContext(await world.buildMember({ roles: ['moderator'] }))
  const limited = { ...context, config: { ...context.config, RATE_LIMITS: true } }
  const { id } = await reported()
  const ids = [...Array.from({ length: 99 }, newId), id]
  const send = () =>
    call(router.moderationCases.decideMany, { ids, ...REMOVAL } as never, { context: limited })
  expect((await send()).items.at(-1)).toMatchObject({ closed: { outcome: 'upheld' } })
  const codes = (await send()).items.map(({ error }) => error?.code)
  expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'NOT_FOUND'))
  expect(new Set(codes.slice(20))).toEqual(new Set(['TOO_MANY_REQUESTS']))
})

test('the list of cases has the domains of links, by which cases are selected together', async () => {
  await reported({
    content: 'See https://www.Spam.example/x?y, (http://other.example). Or ftp://none.example',
  })
  await reported({ content: 'No link' })
  const { items } = await call(router.moderationCases.list, {}, as(mo))
  expect(items.map(({ domains }) => domains)).toEqual([['other.example', 'spam.example'], []])
})
