import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../../../tests/world.ts'
import { router } from '../../../app/router.server.ts'
import type { Viewer } from '../../../core/viewer.ts'
import { findAllSocialImageSubjects } from '../../social-images/sql.server.ts'

/** Word in the title and text of each post in this file. After deletion, it must not be found anywhere. */
const CANARY = 'quetzalcoatlus'
let world: World
let concept: string

beforeAll(async () => {
  world = await makeWorld()
  const row = { name: 'Stubs', color: '#8888ff' }
  const made = await world.db.insertInto('concepts').values(row).returning('id').executeTakeFirstOrThrow()
  concept = made.id
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const find = (id: string) => world.db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()
const read = (id: string) => call(router.posts.read, { id }, as(null))
const remove = (id: string) => call(router.posts.remove, { id }, as(world.people.author))
const comment = (id: string, viewer: Viewer, parent_id?: string) =>
  call(router.comments.create, { id, content: 'Words of mine.', parent_id }, as(viewer))
const removeComment = (id: string, viewer: Viewer) => call(router.comments.remove, { id }, as(viewer))
const driftOf = async () => (await sql`select * from counter_drift()`.execute(world.db)).rows

async function publish() {
  const words = { title: `On the ${CANARY}`, content: `<p>It is a ${CANARY}.</p>`, concept_ids: [concept] }
  const { id } = await call(router.posts.create, words, as(world.people.author))
  return id
}

/** Publishes a post, adds a comment by Bo, and deletes the post. A stub with the comment remains. */
async function deletedPost() {
  const id = await publish()
  const { id: commentId } = await comment(id, world.people.other)
  await remove(id)
  return { id, commentId }
}

describe('a post that others have commented on', () => {
  it('leaves a stub without its words, and keeps the discussion', async () => {
    const { member, other, author } = world.people
    const id = await publish()
    const { id: commentId } = await comment(id, other)
    await comment(id, author, commentId)
    await call(router.votes.post, { id, vote_type: 1 }, as(member))
    await call(router.bookmarks.add, { id }, as(member))
    expect(await remove(id)).toEqual({ id })
    expect(await read(id)).toMatchObject({
      is_deleted: true,
      title: 'Deleted post',
      content: '<p>This post was deleted.</p>',
      author: null,
      concepts: [],
      votes_score: 0,
      comment_count: 2,
      edited_at: null,
    })
    const { items } = await call(router.comments.list, { id }, as(null))
    expect(items.map(({ author }) => author?.username)).toEqual(['bo_k', 'mara'])
    expect(await driftOf()).toEqual([])
  })

  it('shows its words nowhere', async () => {
    const { member, other, author } = world.people
    const id = await publish()
    await call(router.votes.post, { id, vote_type: 1 }, as(member))
    await call(router.bookmarks.add, { id }, as(member))
    await call(router.postFollows.add, { id }, as(member))
    await call(router.reads.update, { id, until: '2020-01-01T00:00:00.000Z' }, as(member))
    await comment(id, other)
    await call(router.notes.create, { content: `See /post/${id}` }, as(member))
    await remove(id)
    const answers = await Promise.all([
      read(id),
      call(router.posts.list, {}, as(null)),
      call(router.posts.list, { search: CANARY }, as(null)),
      call(router.posts.list, { author: author.username }, as(null)),
      call(router.posts.list, { concepts: [concept] }, as(null)),
      call(router.posts.related, { id }, as(null)),
      call(router.posts.neighbours, { id }, as(null)),
      call(router.bookmarks.list, {}, as(member)),
      call(router.following.discussions, {}, as(member)),
      call(router.following.posts, {}, as(member)),
      call(router.activity.list, {}, as(null)),
      call(router.notifications.list, {}, as(author)),
      call(router.profiles.comments, { username: other.username }, as(null)),
      call(router.profiles.posts, { username: author.username }, as(null)),
      call(router.searches.comments, { search: 'words' }, as(null)),
    ])
    expect(JSON.stringify(answers)).not.toContain(CANARY)
    const news = await call(router.news.list, undefined, as(member))
    expect(news.items.filter((post) => post.id === id)).toEqual([])
    const tables = [
      'post_search',
      'post_rankings',
      'bookmarks',
      'post_follows',
      'post_concepts',
      'post_views',
    ] as const
    for (const table of tables)
      expect(await world.db.selectFrom(table).selectAll().where('post_id', '=', id).execute()).toEqual([])
    const acts = world.db.selectFrom('user_activity').selectAll().where('target_id', '=', id)
    expect(await acts.execute()).toEqual([])
    expect(await findAllSocialImageSubjects(world.db, [id])).toEqual([])
  })

  it('keeps notifications of comments, and none about itself', async () => {
    const { member, author } = world.people
    const id = await publish()
    const { id: commentId } = await comment(id, member)
    await call(router.votes.post, { id, vote_type: 1 }, as(member))
    await remove(id)
    const { items } = await call(router.notifications.list, {}, as(author))
    const about = items.filter(({ post_id }) => post_id === id)
    expect(about).toMatchObject([{ comment_id: commentId, title: 'Ada Lin commented' }])
  })

  it('takes no comments, votes, bookmarks or changes any more', async () => {
    const { member, author } = world.people
    const { id, commentId } = await deletedPost()
    const refusal = { code: 'CONFLICT', message: 'You can’t comment on a deleted post.' }
    await expect(comment(id, member)).rejects.toMatchObject(refusal)
    await expect(comment(id, member, commentId)).rejects.toMatchObject(refusal)
    const gone = { code: 'NOT_FOUND' }
    await expect(call(router.votes.post, { id, vote_type: 1 }, as(member))).rejects.toMatchObject(gone)
    await expect(call(router.bookmarks.add, { id }, as(member))).rejects.toMatchObject(gone)
    await expect(call(router.postFollows.add, { id }, as(member))).rejects.toMatchObject(gone)
    await expect(call(router.posts.update, { id, title: 'Mine' }, as(author))).rejects.toMatchObject(gone)
    await expect(remove(id)).rejects.toMatchObject(gone)
    expect(await call(router.comments.list, { id }, as(null))).toMatchObject({ items: [{ id: commentId }] })
  })

  it.each([
    [
      'a vote',
      (id: string) =>
        sql`insert into votes (user_id, post_id, vote_type) values (${world.people.member.id}, ${id}, 1)`,
    ],
    [
      'a bookmark',
      (id: string) => sql`insert into bookmarks (user_id, post_id) values (${world.people.member.id}, ${id})`,
    ],
    ['a comment', (id: string) => sql`insert into comments (post_id, content) values (${id}, 'Words')`],
    ['a title', (id: string) => sql`update posts set title = 'Mine' where id = ${id}`],
    ['an author', (id: string) => sql`update posts set author_id = deleted_by where id = ${id}`],
    ['a label', (id: string) => sql`insert into post_concepts values (${id}, ${concept}, 0)`],
  ])('is refused %s by the database itself', async (_what, statement) => {
    const { id } = await deletedPost()
    await expect(statement(id).execute(world.db)).rejects.toMatchObject({ code: '23514' })
  })

  it('goes with the last comment of others, and what its author wrote below it too', async () => {
    const { other, author } = world.people
    const id = await publish()
    const { id: commentId } = await comment(id, other)
    await comment(id, author)
    const { id: second } = await comment(id, other)
    await remove(id)
    await removeComment(commentId, other)
    expect(await find(id)).toBeDefined()
    await removeComment(second, other)
    expect(await find(id)).toBeUndefined()
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await driftOf()).toEqual([])
  })

  it('goes where the last comment of others would leave a stub above its author’s replies', async () => {
    const { other, author } = world.people
    const id = await publish()
    const { id: commentId } = await comment(id, other)
    await comment(id, author, commentId)
    await remove(id)
    await removeComment(commentId, other)
    expect(await find(id)).toBeUndefined()
    expect(await driftOf()).toEqual([])
  })

  it('leads to the best posts, not to those with the words of its stub', async () => {
    const best = await world.buildPost({ title: 'The best of all' })
    await call(router.votes.post, { id: best, vote_type: 1 }, as(world.people.member))
    for (let n = 0; n < 5; n++) {
      const words = { title: 'What was deleted', content: '<p>It was deleted.</p>' }
      await call(router.posts.create, words, as(world.people.author))
    }
    await sql`select add_up_search_words()`.execute(world.db)
    const { id } = await deletedPost()
    const { items } = await call(router.posts.related, { id }, as(null))
    expect(items[0]).toMatchObject({ id: best, votes_score: 1 })
  })

  it('keeps the words of members who have left', async () => {
    const leaver = await world.buildMember()
    const id = await publish()
    const { id: commentId } = await comment(id, leaver)
    await world.db.deleteFrom('users').where('id', '=', leaver.id).execute()
    await remove(id)
    const { items } = await call(router.comments.list, { id }, as(null))
    expect(items).toMatchObject([{ id: commentId, content: 'Words of mine.', author: null }])
  })
})

describe('a comment while the post is deleted', () => {
  it('is refused, or stays with a stub', async () => {
    for (let round = 0; round < 25; round++) {
      const id = await publish()
      const [written, deleted] = await Promise.allSettled([comment(id, world.people.other), remove(id)])
      expect(deleted.status).toBe('fulfilled')
      const post = await find(id)
      if (written.status === 'fulfilled') expect(post?.deleted_at).toEqual(expect.any(String))
      else {
        expect(written.reason).toMatchObject({ code: 'NOT_FOUND' })
        expect(post).toBeUndefined()
      }
    }
    expect(await driftOf()).toEqual([])
  })

  it('leaves nothing behind when the last two of others go at once', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await publish()
      const first = await comment(id, world.people.other)
      const second = await comment(id, world.people.member)
      await remove(id)
      await Promise.all([
        removeComment(first.id, world.people.other),
        removeComment(second.id, world.people.member),
      ])
      expect(await find(id)).toBeUndefined()
    }
    expect(await driftOf()).toEqual([])
  })
})
