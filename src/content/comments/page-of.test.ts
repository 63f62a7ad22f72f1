import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { COMMENT_PAGE, COMMENT_SORTS, type CommentSort } from './policy.ts'

let world: World
let post: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  post = await world.buildPost()
})

const asGuest = () => ({ context: world.asContext(null) })
const pageOf = (comment_id: string, sort?: CommentSort, id = post) =>
  call(router.comments.pageOf, { id, comment_id, sort }, asGuest())
const list = async (start: string | null, sort?: CommentSort) => {
  const { items } = await call(
    router.comments.list,
    { id: post, cursor: start ?? undefined, sort },
    asGuest(),
  )
  return items.map(({ id }) => id)
}

/** Inserts comments with various scores, some with equal times. Every tenth has replies. Returns the ids. */
async function buildComments(count: number, replies = 3) {
  const { rows } = await sql<{ id: string }>`
    with roots as (
      insert into comments (post_id, author_id, content, created_at, votes_score)
      select ${post}, ${world.people.member.id}, 'Voice ' || n, '2026-11-01T10:00Z'::timestamptz + n / 3 * interval '1 minute', n % 7
      from generate_series(1, ${count}) as n returning id, post_id, author_id, content, created_at),
    answers as (
      insert into comments (post_id, parent_id, author_id, content, created_at)
      select post_id, roots.id, author_id, 'Reply', created_at + n * interval '1 minute'
      from roots, generate_series(1, ${replies}) as n where content like '%0' returning id)
    select id from roots union all select id from answers`.execute(world.db)
  return rows.map(({ id }) => id)
}

it('of every seventh comment and reply holds it, in each order', async () => {
  const ids = await buildComments(230)
  expect(ids).toHaveLength(299)
  for (const sort of COMMENT_SORTS) {
    const pages = new Map<string | null, string[]>()
    for (const id of ids.filter((_, n) => n % 7 === 0)) {
      const { start } = await pageOf(id, sort)
      const page = pages.get(start) ?? (await list(start, sort))
      pages.set(start, page)
      expect.soft(page, `${sort}: ${id}`).toContain(id)
    }
  }
})

it('is the first page for what is there already', async () => {
  await buildComments(120)
  const first = await list(null)
  for (const id of [...first.filter((_, n) => n % 7 === 0), first.at(-1) as string])
    expect(await pageOf(id)).toEqual({ start: null })
})

it('begins within a thread that is longer than a page', async () => {
  await buildComments(10, COMMENT_PAGE + 50)
  const replies = await sql<{ id: string }>`
    select id from comments where post_id = ${post} and parent_id is not null order by created_at desc, id desc`.execute(
    world.db,
  )
  const last = replies.rows[0]?.id as string
  const { start } = await pageOf(last)
  const page = await list(start)
  expect(page.at(-1)).toBe(last)
  expect(page.length).toBeLessThan(20)
})

it('holds what is left of a comment that was deleted or removed', async () => {
  const ids = await buildComments(130)
  const stub = ids[119] as string
  await sql`update comments set deleted_at = now(), content = '', author_id = null where id = ${stub}`.execute(
    world.db,
  )
  expect(await list((await pageOf(stub)).start)).toContain(stub)
})

it('is none for a comment that is not there, or below another post', async () => {
  const [id = ''] = await buildComments(1)
  await expect(pageOf(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(pageOf(id, undefined, await world.buildPost())).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it.each([
  [100, 0],
  [10, 60],
])(
  'holds a long comment where long texts end pages early: %i comments, %i replies',
  async (count, replies) => {
    const ids = await buildComments(count, replies)
    await sql`update comments set content = repeat('a', 9000) where post_id = ${post}`.execute(world.db)
    for (const id of [ids[0], ids[40], ids.at(-20), ids.at(-1)])
      if (id) expect(await list((await pageOf(id)).start)).toContain(id)
  },
)
