import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { LIVE_CHANNEL, type LiveEnvelope, type LiveEvent } from '../../accounts/live/events.ts'
import { router } from '../../app/router.server.ts'
import { RESPONSE_CACHE_CHANNEL } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { SCORES_PER_REQUEST } from './policy.ts'

let world: World

beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const NOBODYS_ID = '01990000-0000-7000-8000-000000000000'

describe.each([
  { target: 'post' as const, build: () => world.buildPost() },
  { target: 'comment' as const, build: async () => world.buildComment({ post_id: await world.buildPost() }) },
])('a vote on a $target', ({ target, build }) => {
  const vote = (person: Viewer | null, id: string, vote_type: 1 | -1 | 0) =>
    call(router.votes[target], { id, vote_type }, { context: world.asContext(person) })

  test('counts once, is replaced by the opposite one, and can be taken back', async () => {
    const { member, other } = world.people
    const id = await build()
    expect(await vote(member, id, 1)).toEqual({ vote_type: 1, votes_score: 1 })
    expect(await vote(member, id, 1)).toEqual({ vote_type: 1, votes_score: 1 })
    expect(await vote(other, id, 1)).toEqual({ vote_type: 1, votes_score: 2 })
    expect(await vote(member, id, -1)).toEqual({ vote_type: -1, votes_score: 0 })
    expect(await vote(member, id, 0)).toEqual({ vote_type: 0, votes_score: 1 })
    expect(await vote(member, id, 0)).toEqual({ vote_type: 0, votes_score: 1 })
  })

  test('is refused to who is not signed in', async () => {
    const id = await build()
    await expect(vote(null, id, 1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await vote(world.people.member, id, 0)).toEqual({ vote_type: 0, votes_score: 0 })
  })

  test('is allowed to its author, and to one who only keeps order', async () => {
    const id = await build()
    const { author, other, moderator } = world.people
    await vote(target === 'post' ? author : other, id, 1)
    expect(await vote(moderator, id, 1)).toEqual({ vote_type: 1, votes_score: 2 })
  })

  test.each([2, -2, 0.5, '1', null])('is never %j', async (vote_type) => {
    const id = await build()
    await expect(vote(world.people.member, id, vote_type as 1)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('needs something to vote on', async () => {
    await expect(vote(world.people.member, NOBODYS_ID, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(vote(world.people.member, NOBODYS_ID, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(vote(world.people.member, 'no-id', 1)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('of twenty members a hundred times at once leaves the exact score', async () => {
    const id = await build()
    const members = await Promise.all(Array.from({ length: 20 }, () => world.buildMember()))
    const wishes = [1, -1, 1, 0, 1] as const
    await Promise.all(wishes.flatMap((wish) => members.map((member) => vote(member, id, wish))))
    const rows = await votesFor(id)
    expect(rows.length).toBeLessThanOrEqual(20)
    const { votes_score } = await vote(world.people.member, id, 0)
    expect(votes_score).toBe(rows.reduce((sum, row) => sum + row.vote_type, 0))
    expect(await drift()).toEqual([])
  })

  test('of one member, changed a hundred times at once, stays one vote', async () => {
    const id = await build()
    const { member, other } = world.people
    const wishes = Array.from({ length: 100 }, (_, index) => ([1, 0, -1] as const)[index % 3] ?? 1)
    await Promise.all(wishes.map((wish) => vote(member, id, wish)))
    await vote(member, id, 1)
    expect(await votesFor(id)).toEqual([{ user_id: member.id, vote_type: 1 }])
    expect(await vote(other, id, 0)).toEqual({ vote_type: 0, votes_score: 1 })
    expect(await drift()).toEqual([])
  })

  test('drops the pages that show the score, unless nothing changed', async () => {
    const id = await build()
    const dropped = vi.fn()
    const stop = world.services.bus.subscribe(RESPONSE_CACHE_CHANNEL, dropped)
    await vote(world.people.member, id, 1)
    expect(dropped).toHaveBeenCalledOnce()
    expect(dropped.mock.lastCall?.[0]).toContain(
      target === 'post' ? `post:${id}` : `comments:${await postOf(id)}`,
    )
    await vote(world.people.member, id, 1)
    expect(dropped).toHaveBeenCalledOnce()
    stop()
  })
})

test('a deleted comment takes no votes', async () => {
  const post_id = await world.buildPost()
  const id = await world.buildComment({ post_id })
  await world.buildComment({ post_id, parent_id: id })
  await world.db
    .updateTable('comments')
    .set({ deleted_at: new Date().toISOString(), content: '', author_id: null })
    .where('id', '=', id)
    .execute()
  for (const vote_type of [1, 0] as const)
    await expect(
      call(router.votes.comment, { id, vote_type }, { context: world.asContext(world.people.member) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

function votesFor(id: string) {
  return world.db
    .selectFrom('votes')
    .select(['user_id', 'vote_type'])
    .where((or) => or.or([or('post_id', '=', id), or('comment_id', '=', id)]))
    .execute()
}

async function postOf(id: string) {
  const row = await world.db.selectFrom('comments').select('post_id').where('id', '=', id).executeTakeFirst()
  return row?.post_id
}

/** Returns stored counts that differ from a recount (db/schema/operations.sql). */
async function drift() {
  const { rows } = await sql`select * from counter_drift()`.execute(world.db)
  return rows
}

describe('open pages', () => {
  const hearing = async (act: () => Promise<unknown>) => {
    const events: LiveEvent[] = []
    world.services.voteEvents.flush()
    const stop = world.services.bus.subscribe(LIVE_CHANNEL, (message) =>
      events.push((message as LiveEnvelope).event),
    )
    await act()
    world.services.voteEvents.flush()
    stop()
    return events.filter(({ type }) => type === 'votes')
  }

  test('hear of a flood of votes once, by ids, and not of what changed nothing', async () => {
    const post = await world.buildPost()
    const comment = await world.buildComment({ post_id: post })
    const events = await hearing(async () => {
      for (const type of [1, -1, 1] as const)
        await call(router.votes.post, { id: post, vote_type: type }, as(world.people.member))
      await call(router.votes.comment, { id: comment, vote_type: 1 }, as(world.people.member))
    })
    expect(events).toEqual([{ type: 'votes', ids: [post, comment] }])
    const again = () => call(router.votes.post, { id: post, vote_type: 1 }, as(world.people.member))
    expect(await hearing(again)).toEqual([])
  })

  test('ask for the scores of what is theirs', async () => {
    const [post, strange] = [await world.buildPost(), await world.buildPost()]
    const comment = await world.buildComment({ post_id: post })
    const elsewhere = await world.buildComment({ post_id: strange })
    await call(router.votes.comment, { id: comment, vote_type: -1 }, as(world.people.member))
    const ids = [post, comment, strange, elsewhere, NOBODYS_ID].join(',')
    expect(await call(router.votes.scores, { id: post, ids }, as(null))).toEqual({
      scores: { [post]: 0, [comment]: -1 },
    })
    const tooMany = Array.from({ length: SCORES_PER_REQUEST + 1 }, () => NOBODYS_ID).join(',')
    for (const wrong of [tooMany, 'a,b'])
      await expect(call(router.votes.scores, { id: post, ids: wrong }, as(null))).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      })
  })
})

const as = (person: Viewer | null) => ({ context: world.asContext(person) })
