import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { router } from '../../api/router.server.ts'
import { insertComments } from './comment-batches.server.ts'
import { insertComment, type NewComment } from './sql.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'

describe('comments written together', () => {
  let posts: string[] = []

  beforeEach(async () => {
    posts = await Promise.all([1, 2, 3].map(() => world.buildPost()))
  })

  const by = (author: { id: string }, post: number, more: Partial<NewComment> = {}): NewComment => ({
    post_id: posts[post] as string,
    parent_id: null,
    answered_id: null,
    author_id: author.id,
    content: 'Words that nobody has written before: quokkaesque “marginalia”, NULL and a \\ too.',
    ...more,
  })

  test('leave what a comment by itself leaves: counters, acts, words, and who is told', async () => {
    const { member, other, author } = world.people
    await call(router.postFollows.add, { id: posts[0] as string }, { context: world.asContext(author) })
    await call(router.postFollows.add, { id: posts[1] as string }, { context: world.asContext(author) })
    const reply = async (post: number) => ({
      parent_id: await world.buildComment({ post_id: posts[post] as string, author: other }),
    })
    const apart = await insertComment(world.db, by(member, 0, await reply(0)))
    const [together, third] = await insertComments(world.db, [
      by(member, 1, await reply(1)),
      by(other, 2, { content: 'Short.' }),
    ])
    expect(together?.notified_user_ids.toSorted()).toEqual(apart?.notified_user_ids.toSorted())
    expect(await tracesOf(together?.id)).toEqual(await tracesOf(apart?.id))
    expect(third).toMatchObject({ isNew: true })
    expect(await drift()).toEqual([])
  })

  test('pass over what is there already, and a post that somebody else holds or that never was', async () => {
    const { member, other } = world.people
    const [first] = await insertComments(world.db, [by(member, 0)])
    await world.db.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${posts[1]} for update`.execute(trx)
      const sent = [
        by(member, 0, { id: first?.id }),
        by(member, 1),
        by(other, 2),
        by(other, 2, { post_id: NOBODYS_ID }),
      ]
      const written = await insertComments(world.db, sent)
      expect(written.map((one) => one?.isNew)).toEqual([undefined, undefined, true, undefined])
    })
    expect(await drift()).toEqual([])
  })

  test('are refused each for itself', async () => {
    const { member, other, author } = world.people
    const late = await world.buildMember()
    const suspended = await world.buildMember()
    await sql`update posts set locked_at = now() where id = ${posts[1]}`.execute(world.db)
    const send = (person: Viewer, id: string, content = 'Words') =>
      call(router.comments.create, { id, content }, { context: world.asContext(person) })
    const outcomes = await Promise.allSettled([
      send(member, posts[0] as string),
      send(author, posts[2] as string),
      send(other, posts[1] as string, 'On a locked post'),
      send(late, posts[0] as string),
      send({ ...suspended, id: NOBODYS_ID }, posts[2] as string),
      send(member, NOBODYS_ID),
      send(other, posts[2] as string, '  '),
      send(other, posts[2] as string),
    ])
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
      false,
      true,
    ])
    expect(await drift()).toEqual([])
  })

  test('a hundred at once, by ten members below three posts and from two nodes, are counted exactly', async () => {
    const members = await Promise.all(Array.from({ length: 10 }, () => world.buildMember()))
    const send = (n: number) =>
      call(
        router.comments.create,
        { id: posts[n % 3] as string, content: `Number ${n}, with wordsthatarenew${n % 7} and more${n}` },
        { context: world.asContext(members[n % 10] as Viewer) },
      )
    const batch = (turn: number) => [0, 1, 2].map((post) => by(members[(post + turn) % 10] as Viewer, post))
    await Promise.all([
      ...Array.from({ length: 80 }, (_, n) => send(n)),
      ...Array.from({ length: 7 }, (_, turn) => insertComments(world.db, batch(turn))),
    ])
    expect(await drift()).toEqual([])
  })

  test('that were sent twice at once with one id are one', async () => {
    const { member } = world.people
    const comment_id = '0199aaaa-0000-7000-8000-00000000000a'
    const send = () =>
      call(
        router.comments.create,
        { id: posts[0] as string, comment_id, content: 'Once' },
        { context: world.asContext(member) },
      )
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([comment_id]))
    expect(await drift()).toEqual([])
  })
})

async function tracesOf(id: string | undefined) {
  const { rows } = await sql`
    select
      (select json_agg(json_build_object('user', user_id, 'metadata', metadata)) from user_activity where target_id = ${id}) as acts,
      (select json_agg(json_build_object('reader', user_id, 'type', type, 'reply', is_reply, 'by', related_user_id) order by user_id, type)
        from notifications where comment_id = ${id}) as notices,
      (select search_vector is not null from comment_search where id = ${id}) as is_indexed,
      (select comment_count from posts where id = (select post_id from comments where id = ${id})) as comments`.execute(
    world.db,
  )
  return rows[0]
}

/** Each number that differs from its source (0012_counter_drift.sql). */
async function drift() {
  const { rows } = await sql`select * from counter_drift()`.execute(world.db)
  return rows
}
