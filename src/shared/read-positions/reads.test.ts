import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countingStatements } from '../../../tests/statements.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
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
  ada = await world.buildMember()
  bo = await world.buildMember()
  post = await world.buildPost({ author: bo, created_at: at(0) })
})

/** Returns the time `minute` minutes after 10:00 on a day in the past. */
const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000001Z`
const as = (person: Viewer | null) => ({ context: world.asContext(person) })
const read = (person: Viewer | null, until?: string, id = post) =>
  call(router.reads.update, { id, ...(until && { until }) }, as(person))
const comment = (author: Viewer | null, minute: number, parent_id?: string) =>
  world.buildComment({ post_id: post, author, created_at: at(minute), ...(parent_id && { parent_id }) })
const unread = async (person: Viewer) =>
  (await call(router.viewerState.read, { posts: post }, as(person))).posts[post]?.unread

describe('how far a discussion is read', () => {
  test('is kept, goes forward only, and says where it was before', async () => {
    expect(await read(ada, at(2))).toEqual({ read_until: at(2), former_until: null, unread: 0 })
    expect(await read(ada, at(5))).toEqual({ read_until: at(5), former_until: at(2), unread: 0 })
    expect(await read(ada, at(3))).toEqual({ read_until: at(5), former_until: at(5), unread: 0 })
    expect(await read(ada)).toEqual({ read_until: at(5), former_until: at(5), unread: 0 })
  })

  test('begins with the post, and never lies ahead', async () => {
    expect(await read(ada, '2020-01-01T00:00:00Z')).toEqual({
      read_until: at(0),
      former_until: null,
      unread: 0,
    })
    const { read_until } = await read(ada, '2999-01-01T00:00:00Z')
    expect(Date.parse(read_until)).toBeLessThan(Date.now() + 60_000)
    const ahead = world.db
      .updateTable('post_reads')
      .set({ read_until: sql<string>`now() + interval '1 hour'` })
      .where('user_id', '=', ada.id)
    await expect(ahead.execute()).rejects.toMatchObject({ constraint: 'post_reads_until_check' })
  })

  test('is one row, whatever comes at once, and goes with the post', async () => {
    await Promise.all([7, 3, 9, 5].map((minute) => read(ada, at(minute))))
    const rows = () => world.db.selectFrom('post_reads').selectAll().where('user_id', '=', ada.id).execute()
    expect(await rows()).toMatchObject([{ post_id: post, read_until: at(9) }])
    await call(router.posts.remove, { id: post }, as(bo))
    expect(await rows()).toEqual([])
  })

  test('is of a member, and of a post that there is', async () => {
    await expect(read(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(read(ada, undefined, newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const until of ['yesterday', '0000-01-01T00:00:00Z', '2026-02-31T00:00:00Z'])
      await expect(read(ada, until)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('leaves what is cached as it is', async () => {
    const dropped: unknown[] = []
    const stop = world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, (tags) => dropped.push(tags))
    await read(ada, at(1))
    stop()
    expect(dropped).toEqual([])
  })
})

describe('what is new', () => {
  test('is nothing as long as one was never there', async () => {
    await comment(bo, 1)
    expect(await unread(ada)).toBeUndefined()
  })

  test('is what others wrote later: not one’s own words, nor what was deleted', async () => {
    const seen = await comment(bo, 1)
    await read(ada, at(1))
    expect(await unread(ada)).toBe(0)
    await comment(ada, 2)
    const news = [await comment(bo, 3), await comment(null, 4), await comment(bo, 5, seen)]
    expect(await unread(ada)).toBe(3)
    expect(await unread(bo)).toBeNull()
    await call(router.comments.remove, { id: news[0] as string }, as(bo))
    expect(await unread(ada)).toBe(2)
    // Deleting a read comment does not change the count, even if a stub remains in its place.
    await call(router.comments.remove, { id: seen }, as(bo))
    expect(await unread(ada)).toBe(2)
    expect(await read(ada, at(4))).toMatchObject({ unread: 1 })
    expect(await read(ada, at(5))).toMatchObject({ unread: 0 })
    expect(await unread(ada)).toBe(0)
  })
})

test('of 1,000 discussions it is exact, in one call with one statement', async () => {
  // Disables triggers, because they would take ten seconds and do not affect the counts.
  const posts = await world.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    const { rows } = await sql<{ id: string }>`
      insert into posts (title, content, content_text, author_id, created_at)
      select 'P' || n, '<p>W</p>', 'W', ${bo.id}, ${at(0)} from generate_series(1, 1000) as n returning id`.execute(
      trx,
    )
    const ids = rows.map(({ id }) => id)
    await sql`
      insert into comments (post_id, author_id, content, created_at)
      select id, (array[${ada.id}, ${bo.id}, null]::uuid[])[1 + (n + abs(hashtext(id::text)) % 3) % 3], 'Words',
        ${at(0)}::timestamptz + n * interval '1 minute'
      from unnest(${ids}::uuid[]) as id, generate_series(1, 12) as n
      where abs(hashtext(id::text || n)) % 4 > 0`.execute(trx)
    await sql`
      insert into post_reads (user_id, post_id, read_until)
      select ${ada.id}, id, ${at(0)}::timestamptz + abs(hashtext('r' || id)) % 14 * interval '1 minute'
      from unnest(${ids}::uuid[]) as id where abs(hashtext('v' || id)) % 5 > 0`.execute(trx)
    await sql`update comments set deleted_at = now(), content = '', author_id = null
      where post_id = any(${ids}::uuid[]) and abs(hashtext(id::text)) % 6 = 0`.execute(trx)
    return ids
  })

  const counted = countingStatements(world.services.db)
  const context = { ...world.asContext(ada), db: counted.db }
  const { posts: states } = await call(router.viewerState.readMany, { posts }, { context })
  expect(counted.statements).toHaveLength(1)

  const all = await world.db.selectFrom('comments').selectAll().where('post_id', 'in', posts).execute()
  const commentsOf = Map.groupBy(all, ({ post_id }) => post_id)
  const read = await world.db.selectFrom('post_reads').selectAll().where('user_id', '=', ada.id).execute()
  const naive = new Map<string, number>()
  for (const { post_id, read_until } of read) {
    const news = commentsOf
      .get(post_id)
      ?.filter((each) => each.created_at > read_until && !each.deleted_at && each.author_id !== ada.id)
    naive.set(post_id, news?.length ?? 0)
  }
  expect(naive.size).toBeGreaterThan(700)
  expect(new Set(naive.values()).size).toBeGreaterThan(5)
  expect(new Map(Object.entries(states).map(([id, { unread }]) => [id, unread]))).toEqual(naive)
  const tooMany = [...posts, newId()]
  await expect(call(router.viewerState.readMany, { posts: tooMany }, as(ada))).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})
