import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../api/router.server.ts'
import { voteOnPost, voteOnPosts } from './sql.server.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'

describe('votes set together', () => {
  let posts: string[] = []

  beforeEach(async () => {
    posts = await Promise.all([1, 2, 3].map(() => world.buildPost()))
  })

  const vote = (voter: { id: string }, post: number, vote_type: 1 | -1 | 0) => ({
    voter_id: voter.id,
    id: posts[post] as string,
    vote_type,
  })

  test('are answered each for itself, with the score as all of them leave it', async () => {
    const { member, other, moderator } = world.people
    const first = [vote(member, 0, 1), vote(other, 0, 1), vote(member, 1, -1), vote(moderator, 2, 0)]
    expect(scoresOf(await voteOnPosts(world.db, first))).toEqual([
      [2, true],
      [2, true],
      [-1, true],
      [0, false],
    ])
    const second = [vote(member, 0, -1), vote(other, 0, 0), vote(member, 1, -1), vote(moderator, 1, 1)]
    expect(scoresOf(await voteOnPosts(world.db, second))).toEqual([
      [-1, true],
      [-1, true],
      [0, false],
      [0, true],
    ])
    expect(await drift()).toEqual([])
  })

  test('leave what votes by themselves leave: acts, notifications, ranks', async () => {
    const { author, member, other } = world.people
    const late = await world.buildMember()
    await sql`update profiles set established_at = null where id = ${late.id}`.execute(world.db)
    const [together, apart] = [await world.buildPost({ author }), await world.buildPost({ author })]
    for (const wishes of [
      [1, 1, 1],
      [-1, 1, 0],
      [0, -1, 1],
      [1, 0, -1],
    ] as const) {
      const votes = (id: string) =>
        [member, other, late].map(({ id: voter_id }, n) => ({
          voter_id,
          id,
          vote_type: wishes[n] as 1 | -1 | 0,
        }))
      const told = await voteOnPosts(world.db, votes(together))
      const toldApart = []
      for (const one of votes(apart)) toldApart.push(await voteOnPost(world.db, one.voter_id, one))
      expect(told.map((one) => one?.notified_user_id)).toEqual(toldApart.map((one) => one?.notified_user_id))
      expect(await tracesOf(together)).toEqual(await tracesOf(apart))
    }
  })

  test('pass over a post that is gone, or that somebody else holds', async () => {
    const { member } = world.people
    await world.db.transaction().execute(async (trx) => {
      await sql`select from posts where id = ${posts[1]} for update`.execute(trx)
      const votes = [vote(member, 0, 1), vote(member, 1, 1), { ...vote(member, 2, 1), id: NOBODYS_ID }]
      expect(scoresOf(await voteOnPosts(world.db, votes))).toEqual([[1, true], undefined, undefined])
    })
  })

  test('of whom one is refused are set for the others', async () => {
    const { other } = world.people
    const gone = { ...world.people.author, id: NOBODYS_ID }
    const cast = (person: typeof other, id: string, vote_type: 1 | -1 = 1) =>
      call(router.votes.post, { id, vote_type }, { context: world.asContext(person) })
    const [a, b, c] = posts as [string, string, string]
    const outcomes = await Promise.allSettled([
      cast(other, a),
      cast(other, b),
      cast(gone, c),
      cast(other, c),
      cast(other, NOBODYS_ID),
      cast(world.people.member, a, -1),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(await drift()).toEqual([])
  })

  test('from two nodes, a hundred at once, wait in no circle', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => world.buildMember()))
    const batch = (turn: number) =>
      members.map((member, n) => vote(member, (n * 7 + turn) % 3, n % 2 === turn % 2 ? 1 : -1))
    await Promise.all(Array.from({ length: 10 }, (_, turn) => voteOnPosts(world.db, batch(turn))))
    expect(await drift()).toEqual([])
  })
})

function scoresOf(voted: Awaited<ReturnType<typeof voteOnPosts>>) {
  return voted.map((one) => one && [one.votes_score, one.has_changed])
}

async function tracesOf(post: string) {
  const { rows } = await sql`
    select
      (select json_agg(json_build_object('user', user_id, 'metadata', metadata) order by user_id)
        from user_activity where target_id = ${post} and action = 'vote_cast') as acts,
      (select json_agg(json_build_object('reader', user_id, 'actors', actor_ids, 'count', actor_count,
        'named', related_user_id, 'read', is_read)) from notifications where post_id = ${post} and type = 'vote') as notices,
      (select json_agg(votes_score) from post_rankings where post_id = ${post}) as ranks,
      (select votes_score from posts where id = ${post}) as score`.execute(world.db)
  return rows[0]
}

/** Each number that differs from its source (0012_counter_drift.sql). */
async function drift() {
  const { rows } = await sql`select * from counter_drift()`.execute(world.db)
  return rows
}
