// @module-tag all
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import type { Role, Viewer } from '../../core/viewer.ts'
import { seedDemo } from './seed.server.ts'

const anchor = new Date(new Date().toISOString().slice(0, 10))
let world: World

beforeAll(async () => {
  world = await makeWorld()
  await seedDemo(world.db, { anchor })
  return () => world.close()
}, 60_000)

test('the queue has a case of each kind and source, one claimed, one that its reader cannot decide', async () => {
  const { items } = await call(
    router.moderationCases.list,
    { state: 'open' },
    { context: await asMember('gorse', 'moderator') },
  )
  expect(new Set(items.map(({ kind }) => kind))).toEqual(
    new Set(['post', 'comment', 'note', 'profile', 'message', 'action']),
  )
  expect(new Set(items.map(({ source }) => source))).toEqual(
    new Set(['report', 'automatic', 'pending', 'appeal']),
  )
  expect(items[0]?.source).toBe('automatic')
  expect(items.filter(({ claim }) => claim).map(({ claim }) => claim?.by?.username)).toEqual(['noether_fan'])
  expect(items.some(({ report_count }) => report_count >= 3)).toBe(true)
  expect(items.some(({ obstacle }) => obstacle?.startsWith('You reported this'))).toBe(true)
  expect(items.some(({ obstacle }) => obstacle?.startsWith('This is about your own action'))).toBe(true)
})

test('every open case has the words that it is about', async () => {
  const { rows } = await sql`
    select kind, target_id from moderation_cases where closed_at is null and coalesce(snapshot->>'content', '') = ''`.execute(
    world.db,
  )
  expect(rows).toEqual([])
})

test('cases were closed in every way', async () => {
  const { rows } = await sql<{ source: string; outcome: string }>`
    select distinct source, outcome from moderation_cases where outcome is not null order by 1, 2`.execute(
    world.db,
  )
  expect(rows.map(({ source, outcome }) => `${source} ${outcome}`)).toEqual([
    'appeal rejected',
    'appeal upheld',
    'pending rejected',
    'pending upheld',
    'report moot',
    'report rejected',
    'report upheld',
  ])
})

test('the log is whole, in the order in which it happened, and says what there is to say', async () => {
  const { rows } = await sql<{ broken: string | null; is_in_order: boolean }>`
    select broken_moderation_log() as broken, bool_and(created_at >= before) as is_in_order
    from (select created_at, lag(created_at, 1, '-infinity') over (order by number) as before from moderation_actions) a`.execute(
    world.db,
  )
  expect(rows).toEqual([{ broken: null, is_in_order: true }])
  const { items } = await call(
    router.moderationActions.list,
    { limit: 50 },
    { context: world.asContext(null) },
  )
  expect(items.some(({ is_redacted }) => is_redacted)).toBe(true)
  expect(items.some(({ action, member }) => action === 'suspend' && member?.username === 'vitacore')).toBe(
    true,
  )
})

test('one member is suspended until a day, one for good, one has a warning to acknowledge', async () => {
  const { rows } = await sql<{ username: string; kinds: string }>`
    select p.username, string_agg(s.kind || case when is_in_force(s) then '' else ' over' end, ', ' order by s.id) as kinds
    from sanctions s join profiles p on p.id = s.member_id group by 1 order by 1`.execute(world.db)
  expect(rows).toEqual([
    { username: 'bluefin', kinds: 'approval' },
    { username: 'kaspar', kinds: 'rate_limit' },
    { username: 'orsk', kinds: 'warning over, suspension over, suspension' },
    { username: 'pavel_z', kinds: 'warning' },
    { username: 'vitacore', kinds: 'suspension' },
  ])
})

test('a post is gone with the rule, one comment is hidden, one came back', async () => {
  const found = await world.db
    .selectFrom('removed_content')
    .innerJoin('moderation_actions', 'moderation_actions.id', 'removed_content.action_id')
    .select(['removed_content.kind', 'acted_as'])
    .orderBy('number')
    .execute()
  expect(found.map(({ kind, acted_as }) => `${kind} ${acted_as}`)).toEqual([
    'comment moderator',
    'comment moderator',
    'post moderator',
    'comment moderator',
    'post moderator',
    'comment moderator',
    'comment system',
  ])
  const { content } = await world.db
    .selectFrom('comments')
    .select('content')
    .where('content', 'like', 'The same questions as for a vial%')
    .executeTakeFirstOrThrow()
  expect(content).toContain('free, no names of products')
})

test('posts and comments have a history, one version without its words', async () => {
  const { rows } = await sql`
    select count(post_id)::integer as of_posts, count(comment_id)::integer as of_comments,
      count(redaction_id)::integer as redacted from revisions`.execute(world.db)
  expect(rows).toEqual([{ of_posts: 6, of_comments: 1, redacted: 1 }])
})

async function asMember(username: string, role: Role) {
  const { id } = await world.db
    .selectFrom('profiles')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return world.asContext({ ...world.people.moderator, id, username, roles: [role] } as Viewer)
}
