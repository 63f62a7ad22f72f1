import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { WORDS_MAX } from './policy.ts'

let world: World
let admin: Viewer
let ada: Viewer

beforeAll(async () => {
  world = await makeWorld()
  admin = world.people.admin
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('watched_words').execute()
  world.services.watchedWords.changed()
  ada = await world.buildMember()
})

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const HOLD = { word: 'pills', action: 'hold', replacement: null }
const add = (word: object = HOLD, viewer: Viewer | null = admin) =>
  call(router.watchedWords.create, word as never, as(viewer))
const update = (change: object, viewer: Viewer | null = admin) =>
  call(router.watchedWords.update, change as never, as(viewer))
const list = (viewer: Viewer | null = admin) => call(router.watchedWords.list, undefined, as(viewer))

/** Adds a word and turns it on. */
async function watch(word: string, action: 'hold' | 'replace' | 'refuse', replacement: string | null = null) {
  const { id } = await add({ word, action, replacement })
  return update({ id, is_on: true })
}

describe('managing', () => {
  test('admins add, change, turn on and delete words, and each change is logged', async () => {
    const { id, ...added } = await add({ ...HOLD, word: ' Cheap   Pills* ' })
    expect(added).toMatchObject({ word: 'Cheap Pills*', action: 'hold', replacement: null, is_on: false })
    expect(await update({ id, is_on: true })).toMatchObject({ is_on: true })
    expect(await update({ id, action: 'replace', replacement: 'sweets' })).toMatchObject({
      is_on: true,
      replacement: 'sweets',
    })
    expect(await update({ id, action: 'refuse' })).toMatchObject({ is_on: true, replacement: null })
    await call(router.watchedWords.remove, { id }, as(admin))
    expect((await list()).items).toEqual([])
    const log = await world.db
      .selectFrom('content_changes')
      .select(['act', 'kind', 'name', 'fields'])
      .where('item_id', '=', id)
      .orderBy('id')
      .execute()
    const entry = { kind: 'watched word', name: 'Cheap Pills*' }
    expect(log).toEqual([
      { ...entry, act: 'created', fields: [] },
      { ...entry, act: 'updated', fields: ['is_on'] },
      { ...entry, act: 'updated', fields: ['action', 'replacement'] },
      { ...entry, act: 'updated', fields: ['action', 'replacement'] },
      { ...entry, act: 'deleted', fields: [] },
    ])
  })

  test('another word is off until it is turned on again', async () => {
    const { id } = await watch('pills', 'refuse')
    expect(await update({ id, word: 'PILLS' })).toMatchObject({ word: 'PILLS', is_on: true })
    expect(await update({ id, word: 'potions', is_on: true })).toMatchObject({ is_on: false })
    expect(await update({ id, is_on: true })).toMatchObject({ is_on: true })
  })

  test('moderators can only read them, and others not even that', async () => {
    const { id } = await add()
    expect(await list(world.people.moderator)).toMatchObject({ items: [{ id }], can: { edit: false } })
    expect(await list()).toMatchObject({ can: { edit: true } })
    for (const [viewer, status] of [
      [null, 401],
      [world.people.member, 403],
      [world.people.editor, 403],
    ] as const)
      await expect(list(viewer)).rejects.toMatchObject({ status })
    for (const viewer of [null, world.people.member, world.people.editor, world.people.moderator]) {
      const refused = { status: viewer ? 403 : 401 }
      await expect(add(HOLD, viewer)).rejects.toMatchObject(refused)
      await expect(update({ id, is_on: true }, viewer)).rejects.toMatchObject(refused)
      await expect(call(router.watchedWords.test, { id }, as(viewer))).rejects.toMatchObject(refused)
      await expect(call(router.watchedWords.remove, { id }, as(viewer))).rejects.toMatchObject(refused)
    }
  })

  test.each([
    ['word', { ...HOLD, word: ' ' }],
    ['word', { ...HOLD, word: '*' }],
    ['word', { ...HOLD, word: '\u200b' }],
    ['word', { ...HOLD, word: 'a*b' }],
    ['word', { ...HOLD, word: 'x'.repeat(101) }],
    ['action', { ...HOLD, action: 'delete' }],
    ['replacement', { ...HOLD, action: 'replace' }],
    ['replacement', { ...HOLD, action: 'replace', replacement: ' ' }],
    ['replacement', { ...HOLD, action: 'replace', replacement: 'my PILLS' }],
    ['replacement', { ...HOLD, action: 'replace', replacement: 'x'.repeat(101) }],
  ])('an invalid %s is refused at its field: %o', async (field, word) => {
    await expect(add(word)).rejects.toMatchObject({ status: 400, data: { field } })
  })

  test('a word in another spelling is the same word', async () => {
    const { id } = await add()
    await expect(add({ ...HOLD, word: 'ＰＩＬＬＳ' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This word is already watched.',
      data: { field: 'word' },
    })
    const other = await add({ ...HOLD, word: 'pills*' })
    await expect(update({ id: other.id, word: 'Pills' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await list()).items.map((word) => word.id)).toEqual([id, other.id])
  })

  test('two admins cannot overwrite each other’s change, and a deleted word is not found', async () => {
    const { id, updated_at } = await add()
    await update({ id, word: 'first', updated_at })
    await expect(update({ id, word: 'second', updated_at })).rejects.toMatchObject({ code: 'CONFLICT' })
    const gone = { id: newId() }
    await expect(update({ ...gone, is_on: true })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const answer of [
      call(router.watchedWords.remove, gone, as(admin)),
      call(router.watchedWords.test, gone, as(admin)),
    ])
      await expect(answer).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('there are at most a thousand, also if two are added at once', async () => {
    const words = Array.from({ length: WORDS_MAX - 1 }, (_, n) => ({
      word: `w${n}`,
      folded: `w${n}`,
      action: 'hold',
    }))
    await world.db.insertInto('watched_words').values(words).execute()
    const tries = await Promise.allSettled(['one', 'two', 'three'].map((word) => add({ ...HOLD, word })))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    await expect(add()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can add at most 1,000 watched words.',
    })
  })
})

describe('a test against the forum’s texts', () => {
  const testWord = async (word: string) => {
    const { id } = await add({ ...HOLD, word })
    return call(router.watchedWords.test, { id }, as(admin))
  }

  test('lists the newest public texts with the word', async () => {
    const post = await world.buildPost({
      title: 'On quinces',
      content: `<p>${'Long. '.repeat(30)}A quince, and more.</p>`,
    })
    const comment = await world.buildComment({ post_id: post, content: 'QUINCE!' })
    const note = await world.buildNote({ content: 'My quince' })
    await world.buildNote({ content: 'Quincey' })
    const result = await testWord('quince')
    expect(result).toMatchObject({ is_complete: true, matching: 3 })
    expect(result.tested).toBeGreaterThanOrEqual(4)
    expect(result.items).toMatchObject([
      { kind: 'note', id: note, post_id: null, excerpt: 'My quince' },
      { kind: 'comment', id: comment, post_id: post, excerpt: 'QUINCE!' },
      { kind: 'post', id: post, excerpt: expect.stringMatching(/^….*A quince, and more\.$/) },
    ])
  })

  test('leaves out what was deleted or removed', async () => {
    const post = await world.buildPost({ title: 'On medlars' })
    await world.buildComment({ post_id: post, content: 'A medlar' })
    const reason = { reason: 'Spam.', note: '' }
    await call(router.removals.removePost, { id: post, ...reason } as never, as(world.people.moderator))
    expect(await testWord('medlar*')).toMatchObject({ matching: 0, items: [] })
  })

  test('shows twenty of many', async () => {
    for (let n = 0; n < 25; n++) await world.buildNote({ content: `Loquat ${n}` })
    const { matching, items } = await testWord('loquat')
    expect([matching, items.length, items[0]?.excerpt]).toEqual([25, 20, 'Loquat 24'])
  })
})

test('a word that is off does nothing, and other nodes hear of changes', async () => {
  const { id } = await add({ word: 'pills', action: 'refuse', replacement: null })
  const write = () => call(router.notes.create, { content: 'Pills' }, as(ada))
  await write()
  const published: string[] = []
  const leave = world.services.bus.subscribe('watched-words', () => published.push('changed'))
  await update({ id, is_on: true })
  await expect(write()).rejects.toMatchObject({ status: 400 })
  await update({ id, is_on: false })
  await write()
  await call(router.watchedWords.remove, { id }, as(admin))
  leave()
  expect(published).toHaveLength(3)
})
