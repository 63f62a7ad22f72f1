import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifiedBy } from '../../../tests/live.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { eraseExpiredContent } from './sql.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
  await world.db.insertInto('community_rules').values({ number: 2, title: 'Be kind' }).execute()
})
afterAll(() => world.close())

const as = (viewer: Viewer | null) => ({ context: world.asContext(viewer) })
const driftOf = async () => (await sql`select * from counter_drift()`.execute(world.db)).rows
const removePost = (id: string, viewer: Viewer = world.people.moderator) =>
  call(router.removals.removePost, { id, rule: 2, reason: 'Not like this.' }, as(viewer))
const removeComment = (id: string) =>
  call(router.removals.removeComment, { id, rule: 2 }, as(world.people.moderator))
const restoreComment = (id: string) =>
  call(router.removals.restoreComment, { id }, as(world.people.moderator))
const commentsOf = async (id: string) => (await call(router.comments.list, { id }, as(null))).items
const titlesOf = async (viewer: Viewer) =>
  (await call(router.notifications.list, {}, as(viewer))).items
    .filter(({ type }) => type === 'removal')
    .map(({ title }) => title)
const newAuthor = () => world.buildMember()

describe('a removed post', () => {
  it('is gone for everybody, who is told the rule, the reason and the entry of the log', async () => {
    const id = await world.buildPost({ title: 'A title' })
    const { action_id } = await removePost(id)
    const data = { rule: '2. Be kind', reason: 'Not like this.', action_id }
    for (const viewer of [null, world.people.author, world.people.moderator])
      await expect(call(router.posts.read, { id }, as(viewer))).rejects.toMatchObject({ status: 410, data })
    const entry = await world.db
      .selectFrom('moderation_actions')
      .selectAll()
      .where('id', '=', action_id)
      .executeTakeFirst()
    expect(entry).toMatchObject({
      action: 'remove',
      kind: 'post',
      target_id: id,
      post_id: id,
      acted_by: world.people.moderator.id,
      member_id: world.people.author.id,
      rule: '2. Be kind',
    })
  })

  it('is not among the posts of its author until it is restored, in no order', async () => {
    const author = await newAuthor()
    const [removed, other] = [await world.buildPost({ author }), await world.buildPost({ author })]
    const listed = async (sort: 'newest' | 'top') => {
      const { items } = await call(router.posts.list, { author: author.username, sort }, as(author))
      return items.map(({ id }) => id).toSorted()
    }
    await removePost(removed)
    for (const sort of ['newest', 'top'] as const) expect(await listed(sort)).toEqual([other])
    await call(router.removals.restorePost, { id: removed }, as(world.people.admin))
    expect(await listed('top')).toEqual([removed, other].toSorted())
  })

  it('tells its author under which rule, never who, and forgets it once it is restored', async () => {
    const author = await newAuthor()
    const id = await world.buildPost({ author })
    expect(await notifiedBy(world, () => removePost(id))).toEqual([author.id])
    expect(await titlesOf(author)).toEqual(['A moderator removed your post (rule 2. Be kind)'])
    const { items } = await call(router.notifications.list, {}, as(author))
    expect(items).toMatchObject([{ related_user: null, related_user_id: null, post_id: id }])
    await call(router.removals.restorePost, { id }, as(world.people.admin))
    expect(await titlesOf(author)).toEqual([])
  })

  it('goes with the words that were kept when its author deletes it', async () => {
    const author = await newAuthor()
    const [bare, discussed] = [await world.buildPost({ author }), await world.buildPost({ author })]
    await world.buildComment({ post_id: discussed })
    for (const id of [bare, discussed]) {
      await removePost(id)
      await call(router.posts.remove, { id }, as(author))
      const mine = call(router.removals.mine, { kind: 'post', id }, as(author))
      await expect(mine).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await call(router.posts.read, { id: discussed }, as(null))).toMatchObject({ is_deleted: true })
    expect(await driftOf()).toEqual([])
  })

  it('keeps the words that a case is open about', async () => {
    const author = await newAuthor()
    const id = await world.buildPost({ author })
    await removePost(id)
    const open = { source: 'report', kind: 'post', target_id: id, member_id: author.id } as const
    await world.db.insertInto('moderation_cases').values(open).execute()
    await call(router.posts.remove, { id }, as(author))
    const kept = world.db.selectFrom('removed_content').selectAll().where('id', '=', id)
    expect(await kept.executeTakeFirst()).toMatchObject({ kind: 'post' })
  })

  it('stays as it is with a concept less, and is back with the others', async () => {
    const rows = ['One', 'Two'].map((name) => ({ name, color: '#8888ff' }))
    const made = await world.db.insertInto('concepts').values(rows).returning('id').execute()
    const [one = '', two = ''] = made.map(({ id }) => id)
    const words = { title: 'Of two', content: '<p>Concepts</p>', concept_ids: [one, two] }
    const { id } = await call(router.posts.create, words, as(world.people.author))
    await removePost(id)
    await world.db.deleteFrom('concepts').where('id', '=', one).execute()
    await call(router.removals.restorePost, { id }, as(world.people.moderator))
    const { concepts } = await call(router.posts.read, { id }, as(null))
    expect(concepts.map((concept) => concept.id)).toEqual([two])
    expect(await driftOf()).toEqual([])
  })
})

describe('a removed comment', () => {
  it('is a stub with the rule, and names nobody', async () => {
    const post_id = await world.buildPost({ title: 'On change' })
    const author = await newAuthor()
    const id = await world.buildComment({ post_id, author })
    const { action_id } = await removeComment(id)
    const [stub] = await commentsOf(post_id)
    expect(stub).toMatchObject({ id, content: '', author: null, is_deleted: true })
    expect(stub?.removal).toEqual({ rule: '2. Be kind', action_id, is_hidden: false })
    expect(await titlesOf(author)).toEqual([
      'A moderator removed your comment in “On change” (rule 2. Be kind)',
    ])
    const mine = await call(router.removals.mine, { kind: 'comment', id }, as(author))
    expect(mine).toMatchObject({ title: null, format: 'plain', content: expect.stringContaining('Comment') })
    await restoreComment(id)
    expect((await commentsOf(post_id))[0]).toMatchObject({ id, author: { id: author.id }, is_deleted: false })
  })

  it('goes when its author deletes it, or leaves a stub of theirs above replies', async () => {
    const post_id = await world.buildPost()
    const author = await newAuthor()
    const [bare, answered] = [
      await world.buildComment({ post_id, author }),
      await world.buildComment({ post_id, author }),
    ]
    await world.buildComment({ post_id, parent_id: answered })
    for (const id of [bare, answered]) {
      await removeComment(id)
      await call(router.comments.remove, { id }, as(author))
      await expect(restoreComment(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect((await commentsOf(post_id)).map(({ removal }) => removal)).toEqual([undefined, undefined])
    expect(
      await world.db.selectFrom('removed_content').select('id').where('id', 'in', [bare, answered]).execute(),
    ).toEqual([])
    expect(await driftOf()).toEqual([])
  })
})

describe('words that were kept', () => {
  it('are erased after 90 days; then nothing is restored, and it says so', async () => {
    const post_id = await world.buildPost()
    const [old, recent] = [await world.buildComment({ post_id }), await world.buildComment({ post_id })]
    for (const id of [old, recent]) await removeComment(id)
    const due = { erase_at: sql<string>`now() - interval '1 second'` }
    await world.db.updateTable('removed_content').set(due).where('id', '=', old).execute()
    await eraseExpiredContent(world.db)
    await expect(restoreComment(old)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('permanently deleted'),
    })
    await restoreComment(recent)
    expect(await driftOf()).toEqual([])
  })

  it('need a ground: a rule that there is, or a reason', async () => {
    const id = await world.buildNote()
    for (const ground of [{}, { reason: ' \n ' }, { rule: 7 }, { reason: 'x'.repeat(501) }])
      await expect(
        call(router.removals.removeNote, { id, ...ground }, as(world.people.moderator)),
      ).rejects.toMatchObject({ status: 400 })
    await expect(
      call(router.removals.removeNote, { id, rule: 7, reason: 'Spam' }, as(world.people.moderator)),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'There is no rule 7.',
      data: { field: 'rule' },
    })
  })
})

describe('at the same moment', () => {
  it('of twenty removals one wins', async () => {
    const id = await world.buildPost()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => removePost(id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    )
    expect(new Set(refusals)).toEqual(new Set(['CONFLICT']))
  })

  it('comments, votes, bookmarks and follows come before it, or not at all', async () => {
    const { member, other } = world.people
    for (let round = 0; round < 5; round++) {
      const id = await world.buildPost()
      const comment = await world.buildComment({ post_id: id })
      await Promise.allSettled([
        call(router.comments.create, { id, content: 'Words' }, as(member)),
        call(router.comments.create, { id, content: 'Words', parent_id: comment }, as(member)),
        removePost(id),
        removeComment(comment),
        call(router.votes.post, { id, vote_type: 1 }, as(other)),
        call(router.votes.comment, { id: comment, vote_type: 1 }, as(member)),
        call(router.bookmarks.add, { id }, as(member)),
        call(router.postFollows.add, { id }, as(member)),
      ])
      expect(await driftOf()).toEqual([])
      await restoreComment(comment)
      await call(router.removals.restorePost, { id }, as(world.people.moderator))
      expect(await driftOf()).toEqual([])
    }
  })
})
