import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { OPERATORS_MAX } from '../posts/search/operators.ts'

let world: World
let wilma: Viewer
let concept: string
const ids: Record<string, string> = {}

beforeAll(async () => {
  world = await makeWorld()
  wilma = await world.buildMember({ username: 'wilma_k', full_name: 'Wilma Kropotkin' })
  await world.buildMember({ username: 'namesake', full_name: 'Zoë Quux' })
  const [row] = await world.db
    .insertInto('concepts')
    .values({ name: 'Deep Tides', color: '#888888' })
    .returning('id')
    .execute()
  concept = row?.id as string
  const post = (more: object) => world.buildPost({ title: 'A zugzwang', content_text: 'Chess.', ...more })
  ids.hers = await post({ author: wilma, created_at: '2025-06-15T12:00:00Z' })
  ids.tides = await post({ concept_ids: [concept], created_at: '2026-03-31T00:00:00Z' })
  ids.both = await post({ author: wilma, concept_ids: [concept], created_at: '2026-04-01T00:00:00Z' })
  for (const [name, author] of [
    ['tides', wilma],
    ['hers', world.people.other],
  ] as const)
    ids[`comment ${name}`] = await world.buildComment({
      post_id: ids[name] as string,
      author,
      content: 'Zugzwang?',
      created_at: name === 'tides' ? '2026-05-01T00:00:00Z' : '2025-07-01T00:00:00Z',
    })
  for (const [name, author_id] of [
    ['note', wilma.id],
    ['other note', world.people.other.id],
  ] as const) {
    const values = { content: 'Zugzwang!', author_id, created_at: '2026-02-01T00:00:00Z' }
    ids[name] = (
      await world.db.insertInto('notes').values(values).returning('id').executeTakeFirstOrThrow()
    ).id
  }
  await sql`select add_up_search_words()`.execute(world.db)
})
afterAll(() => world.close())

const visitor = () => ({ context: world.asContext(null) })
const namesOf = (items: { id: string }[]) =>
  items.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).sort()
const posts = async (search: string, more = {}) =>
  namesOf((await call(router.posts.list, { search, ...more }, visitor())).items)
const comments = async (search: string) =>
  namesOf((await call(router.searches.comments, { search }, visitor())).items)
const notes = async (search: string) =>
  namesOf((await call(router.searches.notes, { search }, visitor())).items)
const summary = (search: string, more = {}) => call(router.searches.summary, { search, ...more }, visitor())

describe('an operator', () => {
  test.each([
    ['author:wilma_k', ['both', 'hers'], ['comment tides'], ['note']],
    ['author:@WILMA_K', ['both', 'hers'], ['comment tides'], ['note']],
    ['author:"wilma kropotkin"', ['both', 'hers'], ['comment tides'], ['note']],
    ['in:"deep tides"', ['both', 'tides'], ['comment tides'], []],
    ['in:deep-tides', ['both', 'tides'], ['comment tides'], []],
    ['author:wilma_k in:deep-tides', ['both'], ['comment tides'], []],
    ['after:2026', ['both', 'tides'], ['comment tides'], ['note', 'other note']],
    ['before:2026', ['hers'], ['comment hers'], []],
    ['after:2026-03-31 before:2026-04', ['tides'], [], []],
    ['after:2025 after:2026-04', ['both'], ['comment tides'], []],
    ['author:namesake', [], [], []],
  ])(
    '%s restricts posts, comments and notes, with and without words',
    async (operator, inPosts, inComments, inNotes) => {
      for (const search of [`zugzwang ${operator}`, `${operator} zugz`, operator]) {
        expect.soft(await posts(search), search).toEqual(inPosts)
        expect.soft(await posts(search, { sort: 'newest' }), search).toEqual(inPosts)
        expect.soft(await comments(search), search).toEqual(inComments)
        expect.soft(await notes(search), search).toEqual(inNotes)
        const { counts, problems } = await summary(search)
        expect.soft(counts, search).toMatchObject({
          posts: inPosts.length,
          comments: inComments.length,
          notes: inNotes.length,
        })
        expect.soft(problems).toEqual([])
      }
    },
  )

  test('combines with the filters of the list', async () => {
    const filters = { concepts: concept, author: 'wilma_k', limit: 1 }
    expect(await posts('zugzwang after:2026', filters)).toEqual(['both'])
    expect(await posts('zugzwang author:namesake', { author: 'wilma_k' })).toEqual([])
    expect((await summary('zugzwang author:wilma_k', { concepts: concept })).counts.posts).toBe(1)
  })

  test('restricts each page of a list', async () => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(router.posts.list, { search: 'author:wilma_k', limit: 1, cursor }, visitor())
      found.push(...page.items.map(({ id }) => id))
      cursor = page.next ?? undefined
    } while (cursor)
    expect(found).toEqual([ids.both, ids.hers])
  })

  test('leaves people to the words', async () => {
    const { items } = await call(router.searches.people, { search: 'kropotkin in:deep-tides' }, visitor())
    expect(items.map(({ id }) => id)).toEqual([wilma.id])
    expect((await summary('author:wilma_k')).counts.people).toBe(0)
  })

  test('shows no words where none were sought', async () => {
    const content_text = 'Long. '.repeat(400)
    const id = await world.buildPost({ author: wilma, title: 'Long', content_text })
    const { items } = await call(router.posts.list, { search: 'author:wilma_k' }, visitor())
    expect(items.find((post) => post.id === id)).toMatchObject({ matches: [] })
    await world.db.deleteFrom('posts').where('id', '=', id).execute()
  })

  test('stays beside corrected spelling and suggestions', async () => {
    expect((await summary('zugzwanx author:namesake')).spelling).toBeNull()
    const { posts } = await call(router.suggestions.list, { search: 'author:wilma_k zugz' }, visitor())
    expect(namesOf(posts)).toEqual(['both', 'hers'])
    const nothing = await call(router.suggestions.list, { search: 'author:wilma' }, visitor())
    expect(nothing).toEqual({ posts: [], people: [], concepts: [] })
  })
})

describe('an operator is ignored, says why, and the rest is found, for', () => {
  const all = ['both', 'hers', 'tides']
  test.each([
    ['author:nobody', '“author:nobody” was ignored. No member has this name.'],
    ['author:wilma', '“author:wilma” was ignored. No member has this name.'],
    ['author:%', '“author:%” was ignored. No member has this name.'],
    ['in:nowhere', '“in:nowhere” was ignored. No concept has this name.'],
    ['in:', '“in:” was ignored. Add a value, such as in:ethics.'],
    [
      'before:2026-02-30',
      '“before:2026-02-30” was ignored. Enter a date such as 2026-03-31, 2026-03 or 2026.',
    ],
    [`author:${'x'.repeat(101)}`, '“author:” was ignored. Its value can have at most 100 characters.'],
  ])('%s', async (operator, problem) => {
    const { problems, counts } = await summary(`zugzwang ${operator}`)
    expect(problems).toEqual([problem])
    expect(counts.posts).toBe(3)
    expect(await posts(`zugzwang ${operator}`)).toEqual(all)
    expect(await posts(operator)).toEqual([])
    expect(await posts(`zugzwang ${operator} in:deep-tides`)).toEqual(['both', 'tides'])
  })

  test('more than five', async () => {
    const search = `zugzwang ${'after:2025 '.repeat(OPERATORS_MAX)}in:deep-tides`
    expect((await summary(search)).problems).toEqual([
      'A search can have at most 5 filters. The others were ignored.',
    ])
    expect(await posts(search)).toEqual(all)
  })

  test('a member who has not verified their address', async () => {
    await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', wilma.id).execute()
    expect((await summary('author:wilma_k')).problems).toHaveLength(1)
    await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', wilma.id).execute()
  })
})

describe('words', () => {
  test('in title or text come before concepts and authors, and say so', async () => {
    const rows = await world.db
      .insertInto('concepts')
      .values({ name: 'Xenobotany', color: '#888888' })
      .returning('id')
      .execute()
    const author = await world.buildMember({ username: 'xenobotany_fan' })
    const [text, title, inConcept, byAuthor] = [
      await world.buildPost({
        title: 'Moss',
        content_text: 'On xenobotany.',
        created_at: '2020-01-01T00:00:00Z',
      }),
      await world.buildPost({ title: 'Xenobotany', content_text: 'Moss.' }),
      await world.buildPost({
        title: 'Lichen',
        content_text: 'Rocks.',
        concept_ids: rows.map(({ id }) => id),
      }),
      await world.buildPost({ title: 'Fern', content_text: 'Shade.', author }),
    ]
    const begins = await world.buildPost({ title: 'Xenobotanyish', content_text: 'Words.' })
    await sql`select add_up_search_words()`.execute(world.db)
    const list = async (limit: number) => {
      const items = []
      let cursor: string | undefined
      do {
        const page = await call(router.posts.list, { search: 'xenobotany', limit, cursor }, visitor())
        items.push(...page.items)
        cursor = page.next ?? undefined
      } while (cursor)
      return items
    }
    const found = await list(50)
    expect(found.map(({ id }) => id).slice(0, 2)).toEqual([title, text])
    expect(
      found
        .map(({ id }) => id)
        .slice(2, 4)
        .sort(),
    ).toEqual([inConcept, byAuthor].sort())
    expect(found.slice(4).map(({ id }) => id)).toEqual([begins])
    expect((await list(1)).map(({ id }) => id)).toEqual(found.map(({ id }) => id))
    const matchesOf = (id: string) => found.find((post) => post.id === id)?.matches
    expect([title, text, inConcept, byAuthor].map((id) => matchesOf(id as string))).toEqual([
      ['title'],
      ['text'],
      ['concept'],
      ['author'],
    ])
  })
})
