import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'

let world: World
let ada: Viewer
let bo: Viewer
let post: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('watched_words').execute()
  world.services.watchedWords.changed()
  ada = await world.buildMember()
  bo = await world.buildMember()
  post = await world.buildPost()
})

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })

async function watch(word: string, action: 'hold' | 'replace' | 'refuse', replacement: string | null = null) {
  const { id } = await call(router.watchedWords.create, { word, action, replacement }, as(world.people.admin))
  await call(router.watchedWords.update, { id, is_on: true }, as(world.people.admin))
}

/** Every operation with which members write. Returns the id. */
const WAYS: Record<
  string,
  (text: string, who?: Viewer) => Promise<{ id?: string; pending?: object | undefined }>
> = {
  'a rich post': (text, who = ada) =>
    call(router.posts.create, { title: 'T', content: `<p>${text}</p>` }, as(who)),
  'a plain post': (text, who = ada) =>
    call(router.posts.create, { title: 'T', content: text, format: 'plain' }, as(who)),
  'a title': (title, who = ada) => call(router.posts.create, { title, content: '<p>Words.</p>' }, as(who)),
  'a comment': (content, who = ada) => call(router.comments.create, { id: post, content }, as(who)),
  'a note': (content, who = ada) => call(router.notes.create, { content }, as(who)),
  'a reply to a note': async (content, who = ada) =>
    call(router.notes.reply, { id: await world.buildNote(), content }, as(who)),
}
const EDITS: typeof WAYS = {
  'an edited post': async (text, who = ada) =>
    call(
      router.posts.update,
      { id: await world.buildPost({ author: who }), content: `<p>${text}</p>` },
      as(who),
    ),
  'an edited title': async (title, who = ada) =>
    call(router.posts.update, { id: await world.buildPost({ author: who }), title }, as(who)),
  'an edited comment': async (content, who = ada) =>
    call(
      router.comments.update,
      { id: await world.buildComment({ post_id: post, author: who }), content },
      as(who),
    ),
  'an edited note': async (content, who = ada) =>
    call(router.notes.update, { id: await world.buildNote({ author: who }), content }, as(who)),
  'a biography': (bio, who = ada) => call(router.me.update, { bio }, as(who)).then(() => ({})),
  'a full name': (full_name, who = ada) => call(router.me.update, { full_name }, as(who)).then(() => ({})),
}
const MESSAGE: typeof WAYS = {
  'a message': (content, who = ada) =>
    call(router.conversations.send, { username: bo.username, content }, as(who)),
}
const ALL = Object.entries({ ...WAYS, ...EDITS, ...MESSAGE })
const FIELDS: Record<string, string> = {
  'a title': 'title',
  'an edited title': 'title',
  'a biography': 'bio',
  'a full name': 'full_name',
}

/** All texts that were stored for Ada. */
async function stored(): Promise<string> {
  const { db } = world
  const tables = await Promise.all([
    db
      .selectFrom('posts')
      .select(['title', 'content', 'content_text'])
      .where('author_id', '=', ada.id)
      .execute(),
    db.selectFrom('comments').select('content').where('author_id', '=', ada.id).execute(),
    db.selectFrom('notes').select('content').where('author_id', '=', ada.id).execute(),
    db.selectFrom('messages').select('content').where('sender_id', '=', ada.id).execute(),
    db.selectFrom('profiles').select(['bio', 'full_name']).where('id', '=', ada.id).execute(),
    db.selectFrom('pending_content').select('payload').where('author_id', '=', ada.id).execute(),
  ])
  return JSON.stringify(tables)
}

describe('a refused word', () => {
  test.each(ALL)('in %s is named at its field, and nothing is stored', async (name, write) => {
    await watch('vile*', 'refuse')
    await expect(write('The VILEST words')).rejects.toMatchObject({
      status: 400,
      data: { field: FIELDS[name] ?? 'content' },
      message: '“VILEST” isn’t allowed here. Change it to continue.',
    })
    expect((await stored()).toLowerCase()).not.toContain('vile')
  })

  test('is refused to the staff too', async () => {
    await watch('vile', 'refuse')
    for (const person of [world.people.moderator, world.people.admin])
      await expect(WAYS['a note']?.('Vile', person)).rejects.toMatchObject({ status: 400 })
  })

  test('cannot be hidden by tags, marks or entities', async () => {
    await watch('vile', 'refuse')
    for (const content of ['<p>vi<strong>l</strong>e</p>', '<p>v&#105;le</p>', '<p>vi\u200ble</p>'])
      await expect(call(router.posts.create, { title: 'T', content }, as(ada))).rejects.toMatchObject({
        data: { field: 'content' },
      })
    await watch('strong', 'refuse')
    await call(router.posts.create, { title: 'T', content: '<p><strong>mild</strong></p>' }, as(ada))
  })
})

describe('a replaced word', () => {
  test.each(ALL)('in %s is stored as its replacement', async (_, write) => {
    await watch('darn', 'replace', 'oh <dear> & me')
    await write('Darn it')
    const texts = await stored()
    expect(texts.toLowerCase()).not.toContain('darn')
    expect(texts).toMatch(/oh (?:<|&lt;)dear(?:>|&gt;) (?:&|&amp;) me it/)
  })

  test('is shown to its author as it became', async () => {
    await watch('darn', 'replace', 'oh')
    expect(await call(router.comments.create, { id: post, content: 'Darn it' }, as(ada))).toMatchObject({
      content: 'oh it',
    })
    const message = { username: bo.username, content: 'Darn it' }
    expect(await call(router.conversations.send, message, as(ada))).toMatchObject({ content: 'oh it' })
  })

  test('sent again with the same id is the same text', async () => {
    await watch('darn', 'replace', 'oh')
    const send = { id: post, comment_id: newId(), content: 'Darn it' }
    const first = await call(router.comments.create, send, as(ada))
    expect(await call(router.comments.create, send, as(ada))).toEqual(first)
    const written = { id: newId(), title: 'Darn', content: '<p>darn <em>darn</em></p>' }
    expect(await call(router.posts.create, written, as(ada))).toEqual(
      await call(router.posts.create, written, as(ada)),
    )
  })

  test('that makes a text too long is refused at its field', async () => {
    await watch('x', 'replace', 'y'.repeat(100))
    await expect(WAYS['a title']?.('x '.repeat(50))).rejects.toMatchObject({ data: { field: 'title' } })
    await expect(EDITS['a biography']?.('x '.repeat(100))).rejects.toMatchObject({ data: { field: 'bio' } })
    await expect(EDITS['a full name']?.('x '.repeat(30))).rejects.toMatchObject({
      data: { field: 'full_name' },
    })
  })
})

describe('a held word', () => {
  const caseOf = (id: string | undefined) =>
    world.db
      .selectFrom('moderation_cases')
      .select(['id', 'snapshot', 'is_automatic_hold'])
      .where('target_id', '=', id ?? '')
      .executeTakeFirstOrThrow()

  test.each(Object.entries(WAYS))('holds %s, and only moderators see which word it is', async (_, write) => {
    await watch('quibble*', 'hold')
    const { id, pending } = await write('Some quibbles')
    expect(pending).toEqual({ reasons: ['watched_word'] })
    expect(await caseOf(id)).toMatchObject({
      is_automatic_hold: true,
      snapshot: { hold_reasons: ['watched_word'], watched_words: ['quibble*'] },
    })
    const mine = await call(router.pendingContent.list, {}, as(ada))
    expect(mine.items).toMatchObject([{ id, reasons: ['watched_word'], state: 'waiting' }])
    expect(JSON.stringify(mine)).not.toContain('quibble*')
    const cases = await call(router.moderationCases.list, { source: 'pending' }, as(world.people.moderator))
    expect(cases.items.find(({ target_id }) => target_id === id)).toMatchObject({
      hold_reasons: ['watched_word'],
      watched_words: ['quibble*'],
    })
  })

  test('is published by an approval, and can be edited afterwards', async () => {
    await watch('quibble', 'hold')
    const { id } = await call(router.comments.create, { id: post, content: 'A quibble' }, as(ada))
    const { id: case_id } = await caseOf(id)
    const decision = { id: case_id, outcome: 'upheld', actions: [{ action: 'approve' }] }
    await call(router.moderationCases.decide, decision as never, as(world.people.moderator))
    expect(await call(router.comments.update, { id, content: 'A small quibble' }, as(ada))).toMatchObject({
      content: 'A small quibble',
    })
  })

  test.each(Object.entries(EDITS))('in %s is refused, because that cannot wait', async (name, write) => {
    await watch('quibble', 'hold')
    await expect(write('A quibble')).rejects.toMatchObject({
      status: 400,
      data: { field: FIELDS[name] ?? 'content' },
      message: '“quibble” needs a moderator’s approval, which isn’t possible here. Change it to continue.',
    })
    expect(await stored()).not.toContain('quibble')
  })

  test('never holds a private message', async () => {
    await watch('quibble', 'hold')
    await MESSAGE['a message']?.('A quibble')
    expect(await stored()).toContain('A quibble')
  })

  test('holds nothing of moderators and admins', async () => {
    await watch('quibble', 'hold')
    for (const person of [world.people.moderator, world.people.admin])
      for (const write of [WAYS['a note'], EDITS['an edited comment']])
        expect((await write?.('A quibble', person))?.pending).toBeUndefined()
    expect(await WAYS['a note']?.('A quibble', world.people.editor)).toMatchObject({ pending: {} })
  })

  test('together with a replaced one waits as it would be published', async () => {
    await watch('quibble', 'hold')
    await watch('darn', 'replace', 'oh')
    await call(router.notes.create, { content: 'Darn quibble' }, as(ada))
    const { items } = await call(router.pendingContent.list, {}, as(ada))
    expect(items).toMatchObject([{ content: 'oh quibble' }])
  })
})
