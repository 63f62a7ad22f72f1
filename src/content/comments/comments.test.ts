import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { newId } from '../../platform/ids.ts'
import { microseconds, readCommentCursor, writeCommentCursor } from './cursor.ts'
import {
  COMMENT_EMPTY,
  COMMENT_LIMIT,
  COMMENT_PAGE,
  COMMENT_SORTS,
  type CommentSort,
  THREAD_PAGE,
} from './policy.ts'

let world: World
let post: string

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  post = await world.buildPost()
})

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const create = (input: object, viewer: Viewer | null = world.people.member) =>
  call(router.comments.create, { id: post, content: 'Well said.', ...input } as never, as(viewer))
const list = async (cursor?: string, sort?: CommentSort) =>
  call(router.comments.list, { id: post, cursor, sort }, as(null))
const remove = (id: string, viewer: Viewer | null = world.people.other) =>
  call(router.comments.remove, { id }, as(viewer))
const countOnPost = async () =>
  (await world.db.selectFrom('posts').select('comment_count').where('id', '=', post).executeTakeFirst())
    ?.comment_count
const countOf = async (viewer: Viewer) =>
  (
    await world.db
      .selectFrom('profiles')
      .select('comment_count')
      .where('id', '=', viewer.id)
      .executeTakeFirst()
  )?.comment_count as number

describe('commenting', () => {
  it('stores the words as they are, counts them and answers who wrote', async () => {
    const before = await countOf(world.people.member)
    const comment = await create({ content: '  <b>No</b>\r\nreally\u0007  ' })
    expect(comment).toMatchObject({
      post_id: post,
      parent_id: null,
      content: '<b>No</b>\nreally',
      author: { username: 'ada', full_name: 'Ada Lin' },
      votes_score: 0,
      is_deleted: false,
      edited_at: null,
    })
    expect((await list()).items).toEqual([comment])
    expect(await countOnPost()).toBe(1)
    expect(await countOf(world.people.member)).toBe(before + 1)
  })

  it('replies one level deep, to a comment of the same post that is still there', async () => {
    const parent_id = await world.buildComment({ post_id: post })
    const reply = await create({ parent_id })
    expect(reply.parent_id).toBe(parent_id)
    await expect(create({ parent_id: reply.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    const elsewhere = await world.buildComment({ post_id: await world.buildPost() })
    await expect(create({ parent_id: elsewhere })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(create({ parent_id: newId() })).rejects.toMatchObject({ code: 'CONFLICT' })
    await remove(parent_id)
    await expect(create({ parent_id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await countOnPost()).toBe(1)
  })

  it('says which reply of the same thread it answers, as long as that is there', async () => {
    const parent_id = await world.buildComment({ post_id: post })
    const first = await create({ parent_id })
    const answer = await create({ parent_id, answered_id: first.id }, world.people.other)
    expect(answer.answered).toEqual({
      id: first.id,
      author: { id: world.people.member.id, username: 'ada', full_name: 'Ada Lin' },
    })
    expect((await list()).items.map(({ answered }) => answered?.id)).toEqual([undefined, undefined, first.id])
    const elsewhere = await create({ parent_id: await world.buildComment({ post_id: post }) })
    for (const answered_id of [parent_id, elsewhere.id, newId()])
      expect(await create({ parent_id, answered_id })).toMatchObject({ parent_id, answered: null })
    expect(await create({ answered_id: first.id })).toMatchObject({ parent_id: null, answered: null })
    await remove(first.id, world.people.member)
    expect((await list()).items.find(({ id }) => id === answer.id)).toMatchObject({
      parent_id,
      answered: null,
    })
  })

  it('refuses replies to replies in the database too', async () => {
    const parent_id = await world.buildComment({ post_id: post })
    const reply = await world.buildComment({ post_id: post, parent_id })
    await expect(world.buildComment({ post_id: post, parent_id: reply })).rejects.toMatchObject({
      constraint: 'comments_reply_depth',
    })
  })

  it('is no reply to itself', async () => {
    const comment_id = newId()
    await expect(create({ comment_id, parent_id: comment_id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'A comment can’t be a reply to itself.',
    })
    expect(await countOnPost()).toBe(0)
  })

  it('makes one comment of one that is sent twice, also at once', async () => {
    const comment_id = newId()
    const answers = await Promise.all([
      create({ comment_id }),
      create({ comment_id }),
      create({ comment_id }),
    ])
    expect(answers.map(({ id }) => id)).toEqual([comment_id, comment_id, comment_id])
    expect(await countOnPost()).toBe(1)
    await expect(create({ comment_id, content: 'Other words' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(create({ comment_id }, world.people.other)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('counts a hundred comments at once, by ten members on three posts, exactly', async () => {
    const posts = await Promise.all([1, 2, 3].map(() => world.buildPost()))
    const members = await Promise.all(Array.from({ length: 10 }, () => world.buildMember()))
    await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        create(
          { id: posts[n % 3], content: `Number ${n}, with newword${n % 7} and new${n}` },
          members[n % 10],
        ),
      ),
    )
    expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
  })

  it('is for members, on posts that are there', async () => {
    await expect(create({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(create({ id: newId() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each([
    ['nothing', ''],
    ['spaces', ' \n '],
    ['what nobody sees', '\u200b\u2060'],
  ])('refuses %s', (_what, content) =>
    expect(create({ content })).rejects.toMatchObject({ status: 400, message: COMMENT_EMPTY }),
  )

  it('refuses more than fits', () =>
    expect(create({ content: 'x'.repeat(COMMENT_LIMIT + 1) })).rejects.toMatchObject({ status: 400 }))
})

describe('editing a comment', () => {
  const update = (id: string, content: string, viewer: Viewer | null = world.people.other) =>
    call(router.comments.update, { id, content }, as(viewer))

  it('changes the words and marks it edited, if they are others', async () => {
    const id = await world.buildComment({ post_id: post, content: 'Before' })
    expect(await update(id, ' Before ')).toMatchObject({ content: 'Before', edited_at: null })
    const edited = await update(id, 'After')
    expect(edited).toMatchObject({ content: 'After', edited_at: expect.any(String) })
    expect((await list()).items).toEqual([edited])
  })

  it('is for its author alone, and never empties it', async () => {
    const id = await world.buildComment({ post_id: post, content: 'Before' })
    await expect(update(id, 'x', null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const person of [world.people.author, world.people.editor])
      await expect(update(id, 'x', person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(update(newId(), 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(update(id, ' ')).rejects.toMatchObject({ status: 400 })
    await expect(update(id, 'x'.repeat(COMMENT_LIMIT + 1))).rejects.toMatchObject({ status: 400 })
    expect((await list()).items[0]).toMatchObject({ content: 'Before' })
  })
})

describe('deleting a comment', () => {
  it('removes it where nobody has replied', async () => {
    const before = await countOf(world.people.other)
    const id = await world.buildComment({ post_id: post })
    await expect(remove(id)).resolves.toEqual({ id })
    expect((await list()).items).toEqual([])
    expect(await countOnPost()).toBe(0)
    expect(await countOf(world.people.other)).toBe(before)
  })

  it('leaves a stub above replies, without words, author and votes, that nobody can change', async () => {
    const id = await world.buildComment({ post_id: post })
    const reply = await world.buildComment({ post_id: post, parent_id: id, author: world.people.member })
    await call(router.votes.comment, { id, vote_type: 1 }, as(world.people.member))
    const before = await countOf(world.people.other)
    await remove(id)
    expect((await list()).items).toMatchObject([
      { id, content: '', author: null, votes_score: 0, is_deleted: true },
      { id: reply, is_deleted: false },
    ])
    expect(await countOnPost()).toBe(1)
    expect(await countOf(world.people.other)).toBe(before - 1)
    await expect(remove(id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('takes the stub along with its last reply', async () => {
    const id = await world.buildComment({ post_id: post })
    const replies = [
      await world.buildComment({ post_id: post, parent_id: id }),
      await world.buildComment({ post_id: post, parent_id: id }),
    ] as const
    await remove(id)
    await remove(replies[0])
    expect((await list()).items).toHaveLength(2)
    await remove(replies[1])
    expect((await list()).items).toEqual([])
    expect(await countOnPost()).toBe(0)
  })

  it('keeps a living parent when its last reply goes', async () => {
    const id = await world.buildComment({ post_id: post })
    await remove(await world.buildComment({ post_id: post, parent_id: id }))
    expect((await list()).items).toMatchObject([{ id }])
  })

  it('is for its author alone', async () => {
    const id = await world.buildComment({ post_id: post })
    await expect(remove(id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const person of [world.people.author, world.people.admin])
      await expect(remove(id, person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(remove(newId())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(remove('x')).rejects.toMatchObject({ status: 400 })
  })

  it('and replying at the same moment never leave a reply without its parent', async () => {
    for (let round = 0; round < 5; round++) {
      const parent_id = await world.buildComment({ post_id: post })
      await Promise.allSettled([remove(parent_id), create({ parent_id }), create({ parent_id })])
    }
    const { items } = await list()
    const parents = new Set(items.filter((item) => item.parent_id === null).map((item) => item.id))
    expect(items.filter((item) => item.parent_id !== null && !parents.has(item.parent_id))).toEqual([])
    expect(await countOnPost()).toBe(items.filter((item) => !item.is_deleted).length)
  })
})

describe('the list of comments', () => {
  it('has the oldest first, each followed by its replies', async () => {
    const at = (minute: number) => `2026-11-01T10:0${minute}:00Z`
    const second = await world.buildComment({ post_id: post, created_at: at(2) })
    const first = await world.buildComment({ post_id: post, created_at: at(1) })
    const late = await world.buildComment({ post_id: post, parent_id: first, created_at: at(5) })
    const early = await world.buildComment({ post_id: post, parent_id: first, created_at: at(4) })
    expect((await list()).items.map(({ id }) => id)).toEqual([first, early, late, second])
  })

  it('has the newest or the best first, replies still oldest first', async () => {
    const at = (minute: number) => `2026-11-01T10:0${minute}:00Z`
    const first = await world.buildComment({ post_id: post, created_at: at(1), votes_score: 1 })
    const liked = await world.buildComment({ post_id: post, created_at: at(2), votes_score: 7 })
    const poor = await world.buildComment({ post_id: post, created_at: at(3), votes_score: -2 })
    const early = await world.buildComment({ post_id: post, parent_id: liked, created_at: at(4) })
    const late = await world.buildComment({
      post_id: post,
      parent_id: liked,
      created_at: at(5),
      votes_score: 9,
    })
    const ids = async (sort: CommentSort) => (await list(undefined, sort)).items.map(({ id }) => id)
    expect(await ids('oldest')).toEqual([first, liked, early, late, poor])
    expect(await ids('newest')).toEqual([poor, liked, early, late, first])
    expect(await ids('best')).toEqual([liked, early, late, first, poor])
  })

  it.each(COMMENT_SORTS)('by %s it goes on without gap or repetition, also within a thread', async (sort) => {
    const ids: string[] = []
    for (let i = 0; i < THREAD_PAGE + 3; i++)
      ids.push(await world.buildComment({ post_id: post, votes_score: (i % 3) - 1 }))
    const reply = { post_id: post, parent_id: ids[1] as string, content: 'Yes' }
    await world.db.insertInto('comments').values(Array(COMMENT_PAGE).fill(reply)).execute()
    const found: string[] = []
    let next: string | null | undefined
    do {
      const page = await list(next ?? undefined, sort)
      found.push(...page.items.map(({ id }) => id))
      next = page.next
    } while (next)
    expect(found).toHaveLength(ids.length + COMMENT_PAGE)
    expect(new Set(found).size).toBe(found.length)
  })

  it('takes the cursor of another order for none of its own', async () => {
    const root = { key: 9_000_000_000_000_000, id: post }
    await expect(list(writeCommentCursor({ sort: 'best', root }))).rejects.toMatchObject({ status: 400 })
    for (const key of [root.key, -root.key])
      for (const sort of COMMENT_SORTS)
        await expect(list(writeCommentCursor({ sort, root: { ...root, key } }), sort)).resolves.toMatchObject(
          {
            items: [],
          },
        )
  })

  it('goes on behind a hundred top-level comments, without gap or repetition', async () => {
    const ids: string[] = []
    for (let i = 0; i < THREAD_PAGE + 3; i++)
      ids.push(await world.buildComment({ post_id: post, created_at: '2026-11-01T10:00:00.123456Z' }))
    const reply = await world.buildComment({ post_id: post, parent_id: ids[THREAD_PAGE - 1] as string })
    const page = await list()
    expect(page.items).toHaveLength(THREAD_PAGE + 1)
    expect(page.items.at(-1)?.id).toBe(reply)
    const rest = await list(page.next as string)
    expect(rest.next).toBeNull()
    expect([...page.items, ...rest.items].filter(({ id }) => id !== reply).map(({ id }) => id)).toEqual(ids)
  })

  it('goes on within a thread of very many replies', async () => {
    const [first, second] = [
      await world.buildComment({ post_id: post }),
      await world.buildComment({ post_id: post }),
    ]
    await world.db
      .insertInto('comments')
      .values(
        Array.from({ length: 2 * COMMENT_PAGE }, (_, i) => ({
          post_id: post,
          parent_id: first,
          content: `${i}`,
        })),
      )
      .execute()
    const last = await world.buildComment({ post_id: post, parent_id: second })
    const found: string[] = []
    let next: string | null | undefined
    do {
      const page = await list(next ?? undefined)
      expect(page.items.length).toBeLessThanOrEqual(COMMENT_PAGE)
      found.push(...page.items.map((item) => (item.parent_id === first ? item.content : item.id)))
      next = page.next
    } while (next)
    expect(found.slice(-2)).toEqual([second, last])
    expect(found[0]).toBe(first)
    expect(new Set(found).size).toBe(2 * COMMENT_PAGE + 3)
    expect(found).toHaveLength(2 * COMMENT_PAGE + 3)
  })

  it('is empty for a post without comments, and nothing for no post or a foreign cursor', async () => {
    expect(await list()).toEqual({ items: [], next: null })
    await expect(call(router.comments.list, { id: newId() }, as(null))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    for (const cursor of ['', 'x', '1.2', `o.99999999999999999.${post}`])
      await expect(list(cursor)).rejects.toMatchObject({ status: 400 })
    await expect(list(`o.9999999999999999.${post}`)).resolves.toEqual({ items: [], next: null })
  })

  it('keeps microseconds in its cursor', () => {
    expect(microseconds('2026-11-01T10:00:00.123456Z')).toBe(Date.UTC(2026, 10, 1, 10) * 1000 + 123_456)
    const root = { key: microseconds('2026-11-01T10:00:00.123456Z'), id: newId() }
    const reply = { key: microseconds('2026-11-02T10:00:00.000001Z'), id: newId() }
    for (const sort of COMMENT_SORTS) {
      expect(readCommentCursor(writeCommentCursor({ sort, root }))).toEqual({ sort, root })
      expect(readCommentCursor(writeCommentCursor({ sort, root, reply }))).toEqual({ sort, root, reply })
    }
    expect(
      readCommentCursor(writeCommentCursor({ sort: 'best', root: { key: -3, id: root.id } })),
    ).toMatchObject({
      root: { key: -3 },
    })
  })
})
