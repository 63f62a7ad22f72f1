import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'
import type { Viewer } from '../../../core/viewer.ts'
import { newId } from '../../../platform/ids.ts'
import { CONTENT_LIMITS, HTML_LIMITS, POST_INCOMPLETE } from '../policy.ts'

const words = { title: 'Why scan?', content: '<p>Because.</p>' }
let world: World
let concepts: string[]

beforeAll(async () => {
  world = await makeWorld()
  const rows = await world.db
    .insertInto('concepts')
    .values(['Identity', 'Ethics', 'AI'].map((name) => ({ name: `${name} of writing`, color: '#8888ff' })))
    .returning('id')
    .execute()
  concepts = rows.map(({ id }) => id)
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const find = (id: string) => world.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
const labels = async (id: string) => {
  const rows = await world.db
    .selectFrom('post_concepts')
    .select('concept_id')
    .where('post_id', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.concept_id)
}
const countOf = async (viewer: Viewer) =>
  (
    await world.db
      .selectFrom('profiles')
      .select('post_count')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow()
  ).post_count

describe('publishing a post', () => {
  const create = (input: object, viewer: Viewer | null = world.people.member) =>
    call(router.posts.create, { ...words, ...input }, as(viewer))

  it('stores it trimmed and sanitized, with its words, its concepts and its author counted', async () => {
    const before = await countOf(world.people.member)
    const content = '<p onclick="alert(1)">One<script>alert(1)</script></p><p>two</p>'
    const { id } = await create({
      title: '  Why  scan? ',
      content,
      concept_ids: [concepts[1], concepts[0]] as string[],
    })
    expect(await find(id)).toMatchObject({
      title: 'Why scan?',
      content: '<p>One</p><p>two</p>',
      content_text: 'One\ntwo',
      format: 'rich',
      author_id: world.people.member.id,
      concept_id: concepts[1],
      edited_at: null,
    })
    expect(await labels(id)).toEqual([concepts[1], concepts[0]])
    expect(await countOf(world.people.member)).toBe(before + 1)
  })

  it('shows plain text as it was typed, tags included', async () => {
    const { id } = await create({ content: 'I wrote <script>\nand left.\n\nThen?', format: 'plain' })
    expect(await find(id)).toMatchObject({
      content: '<p>I wrote &lt;script&gt;</p><p>and left.</p>\n<p>Then?</p>',
      content_text: 'I wrote <script>\nand left.\nThen?',
      format: 'plain',
    })
  })

  it('makes one post of a create that is sent twice, also at once', async () => {
    const id = newId()
    const before = await countOf(world.people.member)
    const answers = await Promise.all([create({ id }), create({ id }), create({ id })])
    expect(answers).toEqual([{ id }, { id }, { id }])
    expect(await countOf(world.people.member)).toBe(before + 1)
  })

  it('refuses an id that is taken by other words or by somebody else', async () => {
    const { id } = await create({ id: newId() })
    await expect(create({ id, title: 'Another' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(create({ id }, world.people.other)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await find(id)).toMatchObject(words)
  })

  it('refuses visitors', () => expect(create({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' }))

  it.each([
    ['no title', { title: '  ' }],
    ['an invisible title', { title: '\u200b\u2060' }],
    ['no content', { content: '' }],
    ['only tags', { content: '<p><br></p><ul><li></li></ul>' }],
    ['only what is not allowed', { content: '<script>alert(1)</script>' }],
    ['only invisible characters', { content: '<p>\u200b&nbsp;\ufeff</p>' }],
    ['plain spaces', { content: ' \n ', format: 'plain' as const }],
  ])('refuses %s with the words of the form', (_what, input) =>
    expect(create(input)).rejects.toMatchObject({ status: 400, message: POST_INCOMPLETE }),
  )

  it.each([
    ['a title of 201 characters', () => ({ title: 'x'.repeat(201) })],
    ['100,001 characters of text', () => ({ content: `<p>${'x'.repeat(CONTENT_LIMITS.rich + 1)}</p>` })],
    [
      '10,001 characters of plain text',
      () => ({ content: 'x'.repeat(CONTENT_LIMITS.plain + 1), format: 'plain' as const }),
    ],
    ['more markup than fits', () => ({ content: `<p>${'&amp;'.repeat(HTML_LIMITS.rich / 5)}</p>` })],
    ['what outgrows the column when escaped', () => ({ content: `<p>${'&'.repeat(70_000)}</p>` })],
    ['13 concepts', () => ({ concept_ids: Array.from({ length: 13 }, () => newId()) })],
    ['a null character in the title', () => ({ title: 'A\0B' })],
    ['a null character in the content', () => ({ content: '<p>A\0B</p>' })],
    ['an id of another kind', () => ({ id: crypto.randomUUID() })],
    ['an id from the future', () => ({ id: newId(Date.now() + 48 * 60 * 60 * 1000) })],
  ])('refuses %s', (_what, input) => expect(create(input())).rejects.toMatchObject({ status: 400 }))

  it('takes 10,000 characters, each of them escaped, and cleans control characters', async () => {
    const { id } = await create({
      content: '&'.repeat(CONTENT_LIMITS.plain),
      format: 'plain',
      title: 'A\u0007B',
    })
    expect(await find(id)).toMatchObject({ content_text: '&'.repeat(CONTENT_LIMITS.plain), title: 'A B' })
  })

  it('takes 100,000 characters with formatting, which can be found by its last word', async () => {
    const words = `${'<p>Consciousness is <strong>continuous</strong>, they say.</p>'.repeat(2500)}<p>${'x'.repeat(99)} zymurgistic</p>`
    const { id } = await create({ content: words, title: 'Of length' })
    const { items } = await call(router.posts.list, { search: 'zymurgistic' }, as(null))
    expect(items.map((post) => post.id)).toEqual([id])
    expect((await find(id))?.content_text.length).toBeGreaterThan(95_000)
  })

  it('takes 12 concepts, in their order, and the database no more', async () => {
    const names = Array.from({ length: 13 }, (_, n) => `Twelve ${n}`)
    const made = await world.db
      .insertInto('concepts')
      .values(names.map((name) => ({ name, color: '#336699' })))
      .returning('id')
      .execute()
    const [extra, ...concept_ids] = made.map(({ id }) => id) as [string, ...string[]]
    const { id } = await create({ title: 'Twelve', content: '<p>Words.</p>', concept_ids })
    const { concepts } = await call(router.posts.read, { id }, as(null))
    expect(concepts.map((concept) => concept.id)).toEqual(concept_ids)
    const more = world.db
      .insertInto('post_concepts')
      .values({ post_id: id, concept_id: extra, position: 12 })
      .execute()
    await expect(more).rejects.toMatchObject({ constraint: 'post_concepts_position_check' })
  })

  it('holds plain and rich text to their own limits in the database too', async () => {
    const content_text = 'x'.repeat(CONTENT_LIMITS.plain + 1)
    const post = { title: 'T', content: content_text, content_text, author_id: world.people.member.id }
    const insert = (format: string) =>
      world.db
        .insertInto('posts')
        .values({ ...post, format })
        .execute()
    await insert('rich')
    await expect(insert('plain')).rejects.toMatchObject({ constraint: 'posts_content_text_check' })
  })

  it('goes without a concept that is gone', async () => {
    const { id } = await create({ concept_ids: [newId(), concepts[0]] })
    expect(await labels(id)).toEqual([concepts[0]])
    expect(await find(id)).toMatchObject({ concept_id: concepts[0] })
  })

  it('counts a concept named twice once', async () => {
    const { id } = await create({ concept_ids: [concepts[0], concepts[0]] })
    expect(await labels(id)).toEqual([concepts[0]])
  })
})

describe('editing a post', () => {
  const update = (input: object, viewer: Viewer | null = world.people.author) =>
    call(router.posts.update, input as never, as(viewer))

  it('changes what is sent and marks it edited', async () => {
    const id = await world.buildPost()
    const saved = await update({
      id,
      title: 'New',
      content: '<p>New <b>words</b></p>',
      concept_ids: [concepts[2]],
    })
    expect(saved.edited_at).toBe(saved.updated_at)
    expect(await find(id)).toMatchObject({
      title: 'New',
      content_text: 'New words',
      concept_id: concepts[2],
    })
    await update({ id, title: 'Newer' })
    expect(await find(id)).toMatchObject({
      title: 'Newer',
      content_text: 'New words',
      concept_id: concepts[2],
    })
  })

  it('is no edit when nothing changed, or the concepts alone', async () => {
    const id = await world.buildPost({
      title: 'Same',
      content: '<p>Same</p>',
      concept_ids: [concepts[0] as string],
    })
    const before = await find(id)
    const same = { id, title: ' Same ', content: '<p>Same</p>', concept_ids: [concepts[0]] }
    expect(await update(same)).toEqual({ id, updated_at: before?.updated_at, edited_at: null })
    const moved = await update({ id, concept_ids: [concepts[1], concepts[0]] })
    expect(moved.edited_at).toBeNull()
    expect(moved.updated_at).not.toBe(before?.updated_at)
    expect(await labels(id)).toEqual([concepts[1], concepts[0]])
    await update({ id, concept_ids: [] })
    expect(await find(id)).toMatchObject({ concept_id: null })
  })

  it('reads content in the format the post has, unless told otherwise', async () => {
    const id = await world.buildPost({ format: 'plain' })
    await update({ id, content: 'a <b>b</b>' })
    expect(await find(id)).toMatchObject({ content: '<p>a &lt;b&gt;b&lt;/b&gt;</p>', format: 'plain' })
    await update({ id, content: '<p>a <b>b</b></p>', format: 'rich' })
    expect(await find(id)).toMatchObject({ content: '<p>a <b>b</b></p>', format: 'rich' })
    await update({ id, format: 'plain' })
    expect(await find(id)).toMatchObject({ format: 'rich' })
  })

  it('does not overwrite what was saved since it was read', async () => {
    const id = await world.buildPost()
    const updated_at = (await find(id))?.updated_at
    const first = await update({ id, title: 'First', updated_at })
    await expect(update({ id, title: 'Second', updated_at })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await find(id)).toMatchObject({ title: 'First' })
    await update({ id, title: 'Third', updated_at: first.updated_at })
    expect(await find(id)).toMatchObject({ title: 'Third' })
  })

  it('is for the author alone', async () => {
    const id = await world.buildPost()
    await expect(update({ id, title: 'x' }, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const person of [world.people.member, world.people.editor])
      await expect(update({ id, title: 'x' }, person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(update({ id: newId(), title: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const orphan = await world.buildPost({ author: null })
    await expect(update({ id: orphan, title: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it.each([
    [{ title: ' ' }],
    [{ content: '<p></p>' }],
    [{ title: 'x'.repeat(201) }],
    [{ concept_ids: [newId()] }],
    [{ content: `<p>${'x'.repeat(CONTENT_LIMITS.rich + 1)}</p>` }],
  ])('refuses bad input and changes nothing', async (input) => {
    const id = await world.buildPost()
    const before = await find(id)
    await expect(update({ id, title: 'New', ...input })).rejects.toMatchObject({ status: 400 })
    expect(await find(id)).toEqual(before)
  })
})

describe('deleting a post', () => {
  const remove = (id: string, viewer: Viewer | null = world.people.author) =>
    call(router.posts.remove, { id }, as(viewer))

  it('takes its author’s comments along where nobody else has written, and everybody’s counters are right', async () => {
    const before = await countOf(world.people.author)
    const id = await world.buildPost()
    const parent_id = await world.buildComment({ post_id: id, author: world.people.author })
    await world.buildComment({ post_id: id, parent_id, author: world.people.author })
    await expect(remove(id)).resolves.toEqual({ id })
    expect(await find(id)).toBeUndefined()
    expect(await countOf(world.people.author)).toBe(before)
    const comments = await world.db.selectFrom('comments').select('id').where('post_id', '=', id).execute()
    expect(comments).toEqual([])
    const counters = await world.db
      .selectFrom('profiles')
      .select('comment_count')
      .where('id', 'in', [world.people.author.id, world.people.other.id])
      .execute()
    expect(counters).toEqual([{ comment_count: 0 }, { comment_count: 0 }])
  })

  it('is for the author alone', async () => {
    const id = await world.buildPost()
    await expect(remove(id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(remove(id, world.people.member)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(remove(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(remove('x')).rejects.toMatchObject({ status: 400 })
    expect(await find(id)).toBeDefined()
  })
})
