import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { Removable } from '../removal/policy.ts'
import { eraseExpiredPassages } from './sql.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  await world.db.insertInto('community_rules').values({ number: 2, title: 'Be kind' }).execute()
})
afterAll(() => world.close())

const PASSAGE = '07700 900123'
const as = (person: keyof World['people']) => ({ context: world.asContext(world.people[person]) })
const redact = (kind: Removable, id: string, input: object = {}, by: keyof World['people'] = 'moderator') =>
  call(router.redactions.create, { kind, id, passage: PASSAGE, rule: 2, ...input }, as(by))
const restore = (id: string) => call(router.redactions.restore, { id }, as('moderator'))
const readPost = (id: string) => call(router.posts.read, { id }, as('visitor'))
const commentsOf = async (id: string) => (await call(router.comments.list, { id }, as('visitor'))).items
const found = async (search: string) =>
  (await call(router.posts.list, { search }, as('visitor'))).items.map(({ id }) => id)
const titlesOf = async (viewer: Viewer) =>
  (await call(router.notifications.list, {}, { context: world.asContext(viewer) })).items
    .filter(({ type }) => type === 'redaction')
    .map(({ title, action_id }) => ({ title, action_id }))

async function buildTexts() {
  const content = `<p>Call ${PASSAGE} now.</p>`
  const author = await world.buildMember()
  const post = await world.buildPost({
    author,
    title: `On ${PASSAGE}`,
    content,
    content_text: `Call ${PASSAGE} now.`,
  })
  const quoting = await world.buildComment({ post_id: post, content: `> Call ${PASSAGE} now.\n\nMust I?` })
  return { author, post, quoting }
}

describe('a redacted passage of a post', () => {
  it('is replaced in title, text, search, history and quotations', async () => {
    const { author, post, quoting } = await buildTexts()
    await call(
      router.posts.update,
      { id: post, content: `<p>Please call ${PASSAGE} now.</p>` },
      { context: world.asContext(author) },
    )
    expect(await found(PASSAGE)).toContain(post)
    const { action_id, texts } = await redact('post', post)
    expect(texts).toBe(3)
    expect(await readPost(post)).toMatchObject({ title: 'On [redacted]' })
    const history = await call(router.revisions.post, { id: post }, as('visitor'))
    const comments = await commentsOf(post)
    expect(JSON.stringify([await readPost(post), history, comments])).not.toContain('900123')
    expect(history.versions).toBe(2)
    expect(comments.find(({ id }) => id === quoting)?.content).toBe('> Call [redacted] now.\n\nMust I?')
    expect(await found(PASSAGE)).not.toContain(post)
    const entry = await world.db
      .selectFrom('moderation_actions')
      .selectAll()
      .where('id', '=', action_id)
      .executeTakeFirst()
    expect(entry).toMatchObject({
      action: 'redact_passage',
      kind: 'post',
      target_id: post,
      rule: '2. Be kind',
    })
    expect(JSON.stringify(entry)).not.toContain('900123')
    expect(await titlesOf(author)).toEqual([
      { title: 'A moderator redacted a passage of your post (rule 2. Be kind)', action_id },
    ])
    expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
  })

  it('does not count as an edit, but an edit of the former text conflicts', async () => {
    const { author, post } = await buildTexts()
    const context = { context: world.asContext(author) }
    const before = await readPost(post)
    await redact('post', post)
    const after = await readPost(post)
    expect(after).toMatchObject({ edited_at: null })
    const { updated_at } = before as { updated_at: string }
    await expect(
      call(router.posts.update, { id: post, content: '<p>Stale.</p>', updated_at }, context),
    ).rejects.toMatchObject({ status: 409 })
  })

  it('cannot be brought back by an edit', async () => {
    const { author, post } = await buildTexts()
    const context = { context: world.asContext(author) }
    await redact('post', post)
    for (const change of [{ content: `<p>So: <b>07700</b> 900123</p>` }, { title: `Again ${PASSAGE}` }])
      await expect(call(router.posts.update, { id: post, ...change }, context)).rejects.toMatchObject({
        status: 400,
        data: { field: 'content' },
      })
    await call(router.posts.update, { id: post, content: '<p>Others.</p>' }, context)
  })

  it('is restored everywhere as long as the text is the same', async () => {
    const { author, post, quoting } = await buildTexts()
    const before = [await readPost(post), await commentsOf(post)]
    const { action_id } = await redact('post', post)
    expect(await call(router.redactions.read, { id: action_id }, as('moderator'))).toMatchObject({
      passage: PASSAGE,
      title: `On ${PASSAGE}`,
    })
    await restore(action_id)
    const { content_html, title } = await readPost(post)
    expect({ content_html, title }).toEqual({
      content_html: before[0] && 'content_html' in before[0] ? before[0].content_html : '',
      title: `On ${PASSAGE}`,
    })
    expect((await commentsOf(post)).find(({ id }) => id === quoting)?.content).toContain(PASSAGE)
    expect(await found(PASSAGE)).toContain(post)
    expect(await titlesOf(author)).toEqual([])
    await expect(restore(action_id)).rejects.toMatchObject({ status: 409 })
  })

  it('is not restored once the text has changed', async () => {
    const { author, post } = await buildTexts()
    const { action_id } = await redact('post', post)
    await call(
      router.posts.update,
      { id: post, content: '<p>Others.</p>' },
      { context: world.asContext(author) },
    )
    await expect(restore(action_id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('changed'),
    })
  })

  it('is erased after 90 days, and then neither read nor restored', async () => {
    const { post } = await buildTexts()
    const { action_id } = await redact('post', post)
    await eraseExpiredPassages(world.db)
    await call(router.redactions.read, { id: action_id }, as('moderator'))
    await sql`update redacted_texts set erase_at = now() where action_id = ${action_id}`.execute(world.db)
    await eraseExpiredPassages(world.db)
    await expect(call(router.redactions.read, { id: action_id }, as('moderator'))).rejects.toMatchObject({
      status: 404,
    })
    await expect(restore(action_id)).rejects.toMatchObject({ status: 409 })
  })
})

test.each(['comment', 'note'] as const)('a passage of a %s is redacted and restored', async (kind) => {
  const author = await world.buildMember()
  const content = `Call ${PASSAGE}!`
  const post_id = await world.buildPost()
  const id =
    kind === 'note'
      ? await world.buildNote({ author, content })
      : await world.buildComment({ author, post_id, content })
  const read = async () =>
    kind === 'note'
      ? (await call(router.notes.read, { id }, as('visitor'))).content
      : (await commentsOf(post_id)).find((comment) => comment.id === id)?.content
  const { action_id } = await redact(kind, id)
  expect(await read()).toBe('Call [redacted]!')
  const context = { context: world.asContext(author) }
  const edit =
    kind === 'note'
      ? call(router.notes.update, { id, content }, context)
      : call(router.comments.update, { id, content }, context)
  await expect(edit).rejects.toMatchObject({ status: 400 })
  await restore(action_id)
  expect(await read()).toBe(content)
})

test('deleting the text deletes the original', async () => {
  const { author, post } = await buildTexts()
  const { action_id } = await redact('post', post)
  await call(router.posts.remove, { id: post }, { context: world.asContext(author) })
  await expect(call(router.redactions.read, { id: action_id }, as('moderator'))).rejects.toMatchObject({
    status: 404,
  })
})

test('the author appeals, and a granted appeal restores the passage', async () => {
  const { author, post } = await buildTexts()
  const { action_id } = await redact('post', post)
  const appeal = await call(
    router.appeals.create,
    { id: action_id, words: 'It is the forum’s number.' },
    { context: world.asContext(author) },
  )
  const decided = await call(router.appeals.decide, { id: appeal.id, outcome: 'granted' }, as('admin'))
  expect(decided.reversal).toBe('restored')
  expect(await readPost(post)).toMatchObject({ title: `On ${PASSAGE}` })
})

test.each([
  ['passage', { passage: 'elsewhere' }, 'doesn’t contain'],
  ['passage', { passage: 'ab' }, '3 to 500'],
  ['passage', { passage: 'x'.repeat(501) }, '3 to 500'],
  ['passage', { passage: 'Redacted' }, 'replaces'],
  ['reason', { rule: undefined }, 'rule'],
  ['reason', { reason: `It shows ${PASSAGE}` }, 'public'],
  ['rule', { rule: 9 }, 'no rule'],
] as const)('a wrong %s is refused: %o', async (_, input, message) => {
  const { post } = await buildTexts()
  const refused = await redact('post', post, input).catch((error) =>
    JSON.stringify([error.message, error.data]),
  )
  expect(refused).toContain(message)
  expect(await readPost(post)).toMatchObject({ title: `On ${PASSAGE}` })
})

test('formatting inside the passage is refused', async () => {
  const post = await world.buildPost({ content: '<p>07700 <b>900123</b></p>', content_text: PASSAGE })
  await expect(redact('post', post)).rejects.toMatchObject({
    status: 400,
    data: { field: 'passage' },
    message: expect.stringContaining('divides'),
  })
})

test('a removed text is not redacted', async () => {
  const { post } = await buildTexts()
  await call(router.removals.removePost, { id: post, rule: 2 }, as('moderator'))
  await expect(redact('post', post)).rejects.toMatchObject({ status: 409 })
})

test('two simultaneous redactions redact it once', async () => {
  const { post } = await buildTexts()
  const both = await Promise.allSettled([redact('post', post), redact('post', post, {}, 'admin')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
