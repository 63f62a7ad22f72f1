import { call, type InferRouterInputs } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'
import type { PostSummary } from '../contract.ts'
import { SORTS, type Sort, TIMES, type TimeFilter } from '../policy.ts'
import { writePostCursor } from './cursor.ts'

type Input = InferRouterInputs<typeof router>['posts']['list']
type Order = Exclude<Sort, 'relevance'>
interface Row {
  id: string
  created_at: string
  votes_score: number
  comment_count: number
  view_count: number
  active_at: string
  is_pinned: boolean
  labels: string[]
}

const HOUR = 3_600_000
const ORDERS = SORTS.filter((sort): sort is Order => sort !== 'relevance')
const HOURS = { day: 24, week: 168, month: 720, year: 8760, all: Number.POSITIVE_INFINITY }
const COLUMN = {
  newest: 'created_at',
  oldest: 'created_at',
  top: 'votes_score',
  discussed: 'comment_count',
  views: 'view_count',
  active: 'active_at',
} as const

let world: World
let ai: string
let ethics: string
let rows: Row[]

beforeAll(async () => {
  world = await makeWorld()
  const concepts = ['AI', 'Ethics'].map((name) => ({ name, color: '#888888' }))
  const made = await world.db.insertInto('concepts').values(concepts).returning('id').execute()
  ;[ai, ethics] = made.map((row) => row.id) as [string, string]
  rows = []
  for (let index = 0; index < 60; index++) rows.push(await makePost(index))
})
afterAll(() => world.close())

/** Creates one of sixty posts over two years. Groups of four have equal times, and most have equal counts. */
async function makePost(index: number): Promise<Row> {
  const created_at = new Date(Date.now() - (index - (index % 4)) ** 2 * 5 * HOUR - 1000).toISOString()
  const labels = [...(index % 3 === 0 ? [ai] : []), ...(index % 5 === 0 ? [ethics] : [])]
  const numbers = {
    votes_score: ((index * 7) % 5) - 1,
    comment_count: index % 3,
    view_count: (index * 3) % 4,
  }
  const is_pinned = index === 20 || index === 33
  const id = await world.buildPost({ ...numbers, created_at, is_pinned, concept_ids: labels })
  const active_at = index % 3 ? await commentOn(id, index) : created_at
  return { id, created_at, ...numbers, active_at, is_pinned, labels }
}

/** Adds a comment to a post. Some comments have equal times. Restores the post's comment count afterwards. */
async function commentOn(post_id: string, index: number): Promise<string> {
  const created_at = new Date(Date.now() - (index % 7) * 50 * HOUR).toISOString().replace(/\d{3}Z$/, '000Z')
  await world.buildComment({ post_id, created_at })
  await world.db
    .updateTable('posts')
    .set({ comment_count: index % 3 })
    .where('id', '=', post_id)
    .execute()
  return created_at
}

function list(input: Input) {
  return call(router.posts.list, input, { context: world.asContext(null) })
}

/** Returns the ids of all posts in a list, loaded page by page. */
async function listAll(input: Input) {
  const items: PostSummary[] = []
  let cursor: string | undefined
  do {
    const page = await list({ limit: 7, ...input, cursor })
    items.push(...page.items)
    cursor = page.next ?? undefined
  } while (cursor)
  return items.map((post) => post.id)
}

/** Computes the expected list in memory. */
function expected(sort: Order, time: TimeFilter = 'all', labels: string[] = []) {
  const direction = sort === 'oldest' ? 1 : -1
  const column = COLUMN[sort]
  return rows
    .filter((row) => Date.now() - Date.parse(row.created_at) <= HOURS[time] * HOUR)
    .filter((row) => labels.length === 0 || row.labels.some((label) => labels.includes(label)))
    .sort((a, b) => direction * (compare(a[column], b[column]) || compare(a.id, b.id)))
    .map((row) => row.id)
}

function compare<Value extends string | number>(a: Value, b: Value) {
  return a < b ? -1 : Number(a > b)
}

describe.each(ORDERS)('sorted by %s, page by page to the end', (sort) => {
  test('within each time', async () => {
    for (const time of TIMES) expect.soft(await listAll({ sort, time }), time).toEqual(expected(sort, time))
  })

  test('of one concept, and of any of two', async () => {
    expect(await listAll({ sort, concepts: ai })).toEqual(expected(sort, 'all', [ai]))
    expect(await listAll({ sort, concepts: [ai, ethics] })).toEqual(expected(sort, 'all', [ai, ethics]))
    const recent = expected(sort, 'week', [ai, ethics])
    expect(await listAll({ sort, time: 'week', concepts: `${ethics},${ai}` })).toEqual(recent)
  })

  test('of one member', async () => {
    expect(await listAll({ sort, author: 'MARA', time: 'year' })).toEqual(expected(sort, 'year'))
    expect(await listAll({ sort, author: 'ada' })).toEqual([])
    expect(await listAll({ sort, author: 'nobody-of-this-name' })).toEqual([])
  })
})

describe('pinned posts first', () => {
  const pinnedThenOthers = (ids: string[]) => {
    const pinned = rows.filter((row) => row.is_pinned).map((row) => row.id)
    return [...ids.filter((id) => pinned.includes(id)), ...ids.filter((id) => !pinned.includes(id))]
  }

  test.each([1, 2, 7, 50])('come once, whatever the size of a page: %i', async (limit) => {
    expect(await listAll({ pinned: 'first', limit })).toEqual(pinnedThenOthers(expected('newest')))
  })

  test('only where they belong', async () => {
    const filtered = await listAll({ pinned: 'first', concepts: [ethics] })
    expect(filtered).toEqual(pinnedThenOthers(expected('newest', 'all', [ethics])))
    expect(await listAll({ pinned: 'first', time: 'week' })).toEqual(expected('newest', 'week'))
  })

  test('change no other order', async () => {
    expect(await listAll({ pinned: 'first', sort: 'top' })).toEqual(expected('top'))
  })
})

test('a post written meanwhile shifts nothing', async () => {
  const first = await list({ limit: 5 })
  const id = await world.buildPost({})
  const second = await list({ limit: 5, cursor: first.next ?? '' })
  expect([...first.items, ...second.items].map((post) => post.id)).toEqual(expected('newest').slice(0, 10))
  await world.db.deleteFrom('posts').where('id', '=', id).execute()
})

test('fifty posts a page', async () => {
  const { items, next } = await list({})
  expect(items).toHaveLength(50)
  expect((await list({ cursor: next ?? '' })).items).toHaveLength(10)
})

test.each([
  'garbage',
  '',
  'WzAsMSwxXQ',
  writePostCursor({ sort: 'top', key: 1, id: '0199b3c4-7a1e-7c3b-9d2f-0000000000a1' }),
])('refuses a cursor that is not of this list: %j', async (cursor) => {
  await expect(list({ sort: 'newest', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 })
})

test('without a search, relevance is the newest first, page after page', async () => {
  const newest = await list({ limit: 2 })
  const first = await list({ sort: 'relevance', limit: 2 })
  expect(first).toEqual(newest)
  expect(await list({ sort: 'relevance', limit: 2, cursor: first.next ?? '' })).toEqual(
    await list({ limit: 2, cursor: newest.next ?? '' }),
  )
  const cursor = writePostCursor({ sort: 'relevance', key: 0.03, id: rows[0]?.id ?? '', pinned: false })
  await expect(list({ sort: 'relevance', cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a card has all that it shows', async () => {
  const text = 'Wort '.repeat(60)
  const id = await world.buildPost({
    title: 'Long',
    content: `<p>${text}</p>`,
    concept_ids: [ethics, ai],
    author: null,
  })
  const post = (await list({ limit: 1 })).items[0]
  expect(post).toMatchObject({ id, title: 'Long', author: null, edited_at: null, is_pinned: false })
  expect(post?.preview).toBe(`${text.slice(0, 200).trim()}…`)
  expect(post?.concepts.map((concept) => concept.name)).toEqual(['Ethics', 'AI'])
  await world.db.deleteFrom('posts').where('id', '=', id).execute()
})
