import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { newId } from '../../platform/ids.ts'
import { MOVED_COMMENTS_MAX } from './contract.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

type Person = keyof World['people']
const as = (person: Person) => ({ context: world.asContext(world.people[person]) })
const comment = async (id: string, content: string, person: Person = 'other', rest: object = {}) =>
  (await call(router.comments.create, { id, content, ...rest }, as(person))).id
const read = (id: string) => call(router.posts.read, { id }, as('visitor'))
const textsOf = async (id: string) =>
  (await call(router.comments.list, { id }, as('visitor'))).items.map(({ content, parent_id }) => [
    content,
    parent_id !== null,
  ])
const pageOf = (id: string, comment_id: string) =>
  call(router.comments.pageOf, { id, comment_id }, as('visitor'))
const split = (id: string, comments: string[], rest: object = {}) =>
  call(router.commentMoves.split, { id, comments, title: 'On what followed', ...rest }, as('moderator'))
const move = (id: string, comments: string[], to: string, person: Person = 'moderator') =>
  call(router.commentMoves.move, { id, comments, to }, as(person))
const merge = (id: string, to: string) => call(router.commentMoves.merge, { id, to }, as('moderator'))
const titlesOf = async (person: Person) =>
  (await call(router.notifications.list, {}, as(person))).items.map(({ title }) => title)
const remove = (id: string) => call(router.removals.removeComment, { id, reason: 'Spam.' }, as('admin'))
const logged = async (id: string) =>
  (
    await sql<{ action: string; member_id: string | null }>`
      select action, member_id, post_id, reason from moderation_actions where target_id = ${id} order by number`.execute(
      world.db,
    )
  ).rows

async function discussion() {
  const id = await world.buildPost({ title: 'On bees' })
  const first = await comment(id, 'First.')
  const reply = await comment(id, 'A reply.', 'member', { parent_id: first })
  const second = await comment(id, 'Second, with **weight**.', 'author')
  return { id, first, reply, second }
}

describe('a split', () => {
  test('makes a post of the first comment, with the others below, and links both posts', async () => {
    const { id, first, second } = await discussion()
    await call(router.votes.comment, { id: first, vote_type: 1 }, as('member'))
    const made = await split(id, [second, first], { reason: 'Another topic' })
    expect(made).toEqual({ id: first, title: 'On what followed', moved: 3 })
    const post = await read(made.id)
    expect(post).toMatchObject({
      ...{ content: '<p>First.</p>', format: 'plain', votes_score: 1, comment_count: 2 },
      ...{ author: { username: 'bo_k' }, split_from: { id, title: 'On bees' }, moved_to: [] },
    })
    expect(await textsOf(made.id)).toEqual([
      ['A reply.', false],
      ['Second, with **weight**.', false],
    ])
    expect(await read(id)).toMatchObject({
      comment_count: 0,
      moved_to: [{ id: made.id, title: 'On what followed', comment_count: 3 }],
    })
    expect(await logged(id)).toEqual([
      { action: 'split_comments', member_id: world.people.other.id, post_id: first, reason: 'Another topic' },
    ])
    for (const person of ['other', 'author'] as const)
      expect(await titlesOf(person)).toContain(
        'A moderator moved one or more of your comments to “On what followed”',
      )
    const { items } = await call(router.posts.list, { search: 'First' }, as('visitor'))
    expect(items.map((found) => found.id)).toContain(first)
  })

  test('keeps earlier versions, and links to a comment lead on', async () => {
    const { id, first, reply } = await discussion()
    await call(router.comments.update, { id: first, content: 'First, put right.' }, as('other'))
    const { created_at } = (await call(router.comments.list, { id }, as('visitor'))).items[0] as {
      created_at: string
    }
    await split(id, [first])
    expect(await read(first)).toMatchObject({ created_at, edited_at: expect.any(String) })
    const { items } = await call(router.revisions.post, { id: first }, as('visitor'))
    expect(JSON.stringify(items)).toContain('First.')
    expect(await pageOf(id, first)).toEqual({
      start: null,
      moved_to: { id: first, title: 'On what followed' },
    })
    expect(await pageOf(id, reply)).toEqual({
      start: null,
      moved_to: { id: first, title: 'On what followed' },
    })
    expect(await pageOf(first, reply)).toEqual({ start: null })
  })

  test('takes open reports and redactions along', async () => {
    const { id, first } = await discussion()
    const report = { kind: 'comment', id: first, reason: 'spam' } as const
    await call(router.reports.create, report, as('member'))
    const passage = { kind: 'comment', id: first, passage: 'First', reason: 'Private.' } as const
    const { action_id } = await call(router.redactions.create, passage, as('moderator'))
    await split(id, [first])
    const [found] = await world.db
      .selectFrom('moderation_cases')
      .select(['kind', 'closed_at'])
      .where('target_id', '=', first)
      .execute()
    expect(found).toEqual({ kind: 'post', closed_at: null })
    const again = { id: first, content: '<p>First again.</p>' }
    await expect(call(router.posts.update, again, as('other'))).rejects.toMatchObject({ status: 400 })
    await call(router.redactions.restore, { id: action_id, reason: 'Public.' }, as('moderator'))
    expect(await read(first)).toMatchObject({ content: '<p>First.</p>', title: 'On what followed' })
  })

  test('of a removed comment shows no word of it', async () => {
    const { id, first, reply } = await discussion()
    await remove(first)
    await expect(split(id, [first])).resolves.toMatchObject({ id: reply, moved: 2 })
    expect(await read(reply)).toMatchObject({ content: '<p>A reply.</p>', comment_count: 0 })
    const stub = (await call(router.comments.list, { id: reply }, as('visitor'))).items[0]
    expect(stub).toMatchObject({ id: first, is_deleted: true, content: '', author: null })
    await call(router.removals.restoreComment, { id: first, reason: 'An error.' }, as('admin'))
    expect(await textsOf(reply)).toEqual([['First.', false]])
    await remove(first)
    await expect(split(reply, [first])).rejects.toMatchObject({ status: 409 })
  })

  test('of a reply leaves its thread, and deletes the stub of a deleted comment', async () => {
    const { id, first, reply, second } = await discussion()
    await call(router.comments.remove, { id: first }, as('other'))
    await split(id, [reply])
    expect(await read(reply)).toMatchObject({ author: { username: 'ada' } })
    expect((await call(router.comments.list, { id }, as('visitor'))).items).toMatchObject([{ id: second }])
  })
})

describe('a move', () => {
  test('places comments by their time, on a locked post too', async () => {
    const { id, first, reply } = await discussion()
    const to = await world.buildPost({ title: 'On wasps' })
    await comment(to, 'Later.')
    await call(router.postModeration.lock, { id: to }, as('moderator'))
    await call(router.postFollows.add, { id }, as('member'))
    expect(await move(id, [first], to)).toEqual({ id: to, title: 'On wasps', moved: 2 })
    expect(await textsOf(to)).toEqual([
      ['First.', false],
      ['A reply.', true],
      ['Later.', false],
    ])
    expect(await read(to)).toMatchObject({ comment_count: 3, split_from: null })
    expect(await pageOf(id, reply)).toEqual({ start: null, moved_to: { id: to, title: 'On wasps' } })
    const { items } = await call(router.notifications.list, {}, as('other'))
    expect(items.find(({ comment_id }) => comment_id === reply)).toMatchObject({ post_id: to })
    const exported = await call(router.profiles.comments, { username: 'ada' }, as('visitor'))
    expect(JSON.stringify(exported)).toContain(to)
  })

  test('of a reply makes it a comment, and back and forth leaves no trail', async () => {
    const { id, first, reply } = await discussion()
    const to = await world.buildPost()
    const answer = await comment(id, 'An answer.', 'other', { parent_id: first, answered_id: reply })
    await move(id, [reply], to)
    expect(await textsOf(to)).toEqual([['A reply.', false]])
    expect((await call(router.comments.list, { id }, as('visitor'))).items).toContainEqual(
      expect.objectContaining({ id: answer, parent_id: first, answered: null }),
    )
    await move(to, [reply], id)
    expect(await pageOf(id, reply)).toEqual({ start: null })
    expect(await pageOf(to, reply)).toMatchObject({ moved_to: { id } })
  })

  test('keeps hidden what was hidden, and takes pending replies along', async () => {
    const { id, first, reply } = await discussion()
    const to = await world.buildPost()
    await remove(reply)
    const newcomer = await world.buildMember({ is_established: false })
    await sql`
      with opened as (
        insert into moderation_cases (source, kind, target_id, member_id, snapshot)
        values ('pending', 'comment', ${newId()}, ${newcomer.id}, jsonb_build_object('post_id', ${id}::text)) returning *)
      insert into pending_content (kind, id, author_id, payload, reasons, case_id)
      select 'comment', target_id, member_id, ${JSON.stringify({ post_id: id, parent_id: first, answered_id: null, content: 'Waiting.' })}::jsonb,
        array['links'], id from opened`.execute(world.db)
    await move(id, [first], to)
    expect(JSON.stringify(await call(router.comments.list, { id: to }, as('visitor')))).not.toContain(
      'A reply.',
    )
    const { rows } = await sql<{ post_id: string; shown: string }>`
      select p.payload ->> 'post_id' as post_id, c.snapshot ->> 'post_id' as shown
      from pending_content p join moderation_cases c on c.id = p.case_id where p.author_id = ${newcomer.id}`.execute(
      world.db,
    )
    expect(rows).toEqual([{ post_id: to, shown: to }])
    await call(router.removals.restoreComment, { id: reply, reason: 'An error.' }, as('admin'))
    expect(await textsOf(to)).toContainEqual(['A reply.', true])
    const { items } = await call(router.notifications.list, {}, as('other'))
    expect(items.find(({ comment_id }) => comment_id === reply)).toMatchObject({ post_id: to })
  })

  test('of the same comment twice at once succeeds once', async () => {
    const { id, first } = await discussion()
    const targets = [await world.buildPost(), await world.buildPost(), await world.buildPost()]
    const done = await Promise.allSettled(targets.map((to) => move(id, [first], to)))
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  })

  test('between two posts in both directions at once does not deadlock', async () => {
    const [one, other] = [await discussion(), await discussion()]
    await Promise.all([move(one.id, [one.first], other.id), move(other.id, [other.first], one.id)])
    expect(await textsOf(one.id)).toContainEqual(['First.', false])
  })

  test('moves at most 500 comments', async () => {
    const { id, first } = await discussion()
    const to = await world.buildPost()
    await sql`
      insert into comments (post_id, parent_id, author_id, content)
      select ${id}, ${first}, ${world.people.other.id}, 'Reply ' || n from generate_series(1, ${MOVED_COMMENTS_MAX}::int) n`.execute(
      world.db,
    )
    await expect(move(id, [first], to)).rejects.toMatchObject({ status: 409 })
    await expect(merge(id, to)).rejects.toMatchObject({ status: 409 })
    expect(await read(to)).toMatchObject({ comment_count: 0 })
  })

  test('is refused to members, to the same post, and for comments that are elsewhere', async () => {
    const { id, first } = await discussion()
    const elsewhere = await discussion()
    const removed = await world.buildPost()
    await call(router.removals.removePost, { id: removed, reason: 'Spam.' }, as('admin'))
    await expect(move(id, [first], elsewhere.id, 'visitor')).rejects.toMatchObject({ status: 401 })
    for (const person of ['member', 'other', 'author', 'editor'] as const)
      await expect(move(id, [first], elsewhere.id, person)).rejects.toMatchObject({ status: 403 })
    await expect(move(id, [first], id)).rejects.toMatchObject({ status: 409, data: { field: 'to' } })
    await expect(move(id, [first], removed)).rejects.toMatchObject({ status: 409, data: { field: 'to' } })
    await expect(move(id, [first, elsewhere.first], newId())).rejects.toMatchObject({ status: 409 })
    await expect(move(id, [first, elsewhere.first], elsewhere.id)).rejects.toMatchObject({ status: 409 })
    await expect(move(id, [], elsewhere.id)).rejects.toMatchObject({ status: 400 })
    await expect(split(id, [first], { title: ' ' })).rejects.toMatchObject({ status: 400 })
    expect(await textsOf(id)).toHaveLength(3)
  })

  test('is the only way for a comment to another post', async () => {
    const { first } = await discussion()
    const change = { post_id: await world.buildPost() }
    await expect(
      world.db.updateTable('comments').set(change).where('id', '=', first).execute(),
    ).rejects.toMatchObject({ constraint: 'comments_stay' })
  })
})

describe('a merge', () => {
  test('makes the text a comment with its votes, and moves comments, bookmarks and follows', async () => {
    const { id } = await discussion()
    const content = '<p>Bees <b>sting</b> [once](https://example.org/).</p><ul><li>One</li></ul>'
    await call(router.posts.update, { id, title: 'On *bees*', content }, as('author'))
    const to = await world.buildPost({ title: 'On all bees' })
    await call(router.votes.post, { id, vote_type: 1 }, as('member'))
    for (const person of ['member', 'other'] as const) {
      await call(router.bookmarks.add, { id }, as(person))
      await call(router.postFollows.add, { id }, as(person))
    }
    await call(router.bookmarks.add, { id: to }, as('member'))
    expect(await merge(id, to)).toEqual({ id: to, title: 'On all bees', moved: 3 })
    const [text, ...others] = (await call(router.comments.list, { id: to }, as('visitor'))).items
    expect(text).toMatchObject({ id, votes_score: 1, parent_id: null, author: { username: 'mara' } })
    expect(text?.content).toBe('**On \\*bees\\***\n\nBees **sting** [once](https://example.org/).\n\n-   One')
    expect(others).toHaveLength(3)
    expect(await read(to)).toMatchObject({ comment_count: 4, votes_score: 0, moved_to: [] })
    for (const person of ['member', 'other'] as const) {
      const { items } = await call(router.bookmarks.list, {}, as(person))
      expect(items.map(({ post }) => post.id)).toEqual([to])
      const followed = await call(router.following.discussions, {}, as(person))
      expect(JSON.stringify(followed)).toContain(to)
    }
    expect(JSON.stringify((await call(router.revisions.comment, { id }, as('visitor'))).items)).toContain(
      'Words about a thing.',
    )
    expect(await titlesOf('author')).toContain('A moderator merged your post into “On all bees”')
  })

  test('leads former addresses on, also after a second merge', async () => {
    const { id, reply } = await discussion()
    const [to, last] = [await world.buildPost(), await world.buildPost({ title: 'The last' })]
    await merge(id, to)
    await merge(to, last)
    expect(await read(id)).toMatchObject({ id: last })
    expect(await pageOf(id, reply)).toMatchObject({ moved_to: { id: last } })
    expect(await pageOf(id, id)).toMatchObject({ moved_to: { id: last } })
    await split(last, [id])
    expect(await read(id)).toMatchObject({ id, split_from: { id: last, title: 'The last' } })
    await call(router.removals.removePost, { id: last, reason: 'Spam.' }, as('admin'))
    await expect(read(to)).rejects.toMatchObject({ status: 410 })
    expect(await read(id)).toMatchObject({ split_from: null })
  })

  test('turns its duplicates into those of the other post', async () => {
    const [id, duplicate, to] = [await world.buildPost(), await world.buildPost(), await world.buildPost()]
    await call(router.postModeration.markDuplicate, { id: duplicate, of: id }, as('moderator'))
    await merge(id, to)
    expect(await read(duplicate)).toMatchObject({ duplicate_of: { id: to } })
    await merge(to, duplicate)
    expect(await read(to)).toMatchObject({ id: duplicate, duplicate_of: null, comment_count: 2 })
  })

  test('merges a post of a suspended member and one of a deleted account', async () => {
    const to = await world.buildPost()
    const suspended = await world.buildMember()
    const ids = [await world.buildPost({ author: suspended }), await world.buildPost({ author: null })]
    const sanction = {
      username: suspended.username,
      kind: 'suspension',
      message: 'Spam.',
      reason: 'Spam.',
      ends: new Date(Date.now() + 86_400_000).toISOString(),
    } as const
    await call(router.sanctions.create, sanction, as('moderator'))
    for (const id of ids) await merge(id, to)
    expect(await read(to)).toMatchObject({ comment_count: 2 })
  })
})
