// @module-tag all
import { createHash } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeAccounts } from '../../../tests/accounts.ts'
import { testDatabase } from '../../../tests/database.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { router } from '../../app/router.server.ts'
import { AVATAR_PIXELS, avatarSource } from '../../ui/avatar-source.ts'
import { makeCommunity } from './community.ts'
import { seedDemo } from './seed.server.ts'
import { makeMessages, readSources, type Sources } from './sources.server.ts'

const anchor = new Date('2026-11-21T00:00:00Z')
let sources: Sources

beforeAll(async () => {
  sources = await readSources()
})

describe('the sources', () => {
  test('are a community: many members, posts of substance, all by members, in known concepts', () => {
    const names = new Set(sources.members.map(({ username }) => username))
    expect(names.size).toBeGreaterThanOrEqual(60)
    expect(sources.posts.length).toBeGreaterThanOrEqual(150)
    expect(new Set(sources.posts.map(({ title }) => title)).size).toBe(sources.posts.length)
    const noted = sources.notes.flatMap(({ author, replies }) => [
      author,
      ...replies.map((each) => each.author),
    ])
    expect(sources.notes.length).toBeGreaterThanOrEqual(30)
    expect(noted.filter((author) => !names.has(author))).toEqual([])
    const authors = sources.posts.flatMap(({ author, comments }) => [
      author,
      ...comments.flatMap((comment) => [comment, ...(comment.replies ?? [])].map((each) => each.author)),
    ])
    expect(authors.filter((author) => !names.has(author))).toEqual([])
  })
})

describe('the community', () => {
  test('is the same each time, and moves with its anchor', () => {
    const once = makeCommunity(sources, anchor)
    expect(makeCommunity(sources, anchor)).toEqual(once)
    const later = makeCommunity(sources, new Date(anchor.getTime() + 3_600_000))
    expect(later.votes.length).toBe(once.votes.length)
    expect(later.posts[0]?.id).not.toBe(once.posts[0]?.id)
  })

  test('does nothing before somebody joined, nor after the anchor', async () => {
    const community = makeCommunity(sources, anchor)
    const { members, posts, comments, votes, bookmarks, follows, notes, likes } = community
    const joined = new Map(members.map(({ id, created_at }) => [id, created_at]))
    const written = [...posts, ...comments, ...notes]
    const acts = [
      ...written.map(({ author_id, created_at }) => [author_id, created_at] as const),
      ...[...votes, ...bookmarks, ...likes].map(({ user_id, created_at }) => [user_id, created_at] as const),
      ...(await makeMessages(members, anchor)).flatMap(({ sender_id, recipient_id, created_at }) => [
        [sender_id, created_at] as const,
        [recipient_id, created_at] as const,
      ]),
      ...follows.map(({ follower_id, created_at }) => [follower_id, created_at] as const),
    ]
    for (const [id, at] of acts) {
      expect(at >= (joined.get(id) as string)).toBe(true)
      expect(at < anchor.toISOString()).toBe(true)
    }
  })
})

describe('seeding', { timeout: 60_000 }, () => {
  let world: World

  beforeAll(async () => {
    world = await makeWorld()
    await seedDemo(world.db, { anchor })
    return () => world.close()
  })

  test('leaves every counter equal to its source', async () => {
    const { rows } = await sql`select * from counter_drift()`.execute(world.db)
    expect(rows).toEqual([])
  })

  test('has moderators, and leaves the first admin to be made', async () => {
    const roles = await world.db
      .selectFrom('user_roles')
      .innerJoin('profiles', 'profiles.id', 'user_roles.user_id')
      .select(['username', 'role'])
      .where('username', 'in', ['gorse', 'noether_fan', 'maraok'])
      .orderBy('username')
      .execute()
    expect(roles).toEqual([
      { username: 'gorse', role: 'moderator' },
      { username: 'noether_fan', role: 'moderator' },
    ])
  })

  test('writes the same rows each time', async () => {
    const { db } = await testDatabase()
    await seedDemo(db, { anchor })
    for (const table of TABLES)
      expect(await fingerprint(db, table)).toEqual(await fingerprint(world.db, table))
    await db.destroy()
  })

  test('records what the members did, as if it had happened here', async () => {
    const counts = await sql<Record<string, number>>`
      with standing as (
        select id from posts where removed_at is null union all select id from comments where removed_at is null
        union all select id from notes where removed_at is null)
      select (select count(*) from votes where coalesce(post_id, comment_id) in (select id from standing))
          + (select count(*) from standing) + (select count(*) from user_follows) as acts,
        (select count(*) from user_follows) as follows,
        (select count(*) from notifications where type = 'follow') as told_of_follows,
        (select count(*) from user_activity) as entries,
        (select count(*) from votes v left join posts p on p.id = v.post_id left join comments c on c.id = v.comment_id
          where v.vote_type = 1 and coalesce(p.author_id, c.author_id) <> v.user_id
            and coalesce(v.post_id, v.comment_id) in (select id from standing)) as voters,
        (select sum(actor_count) from notifications where type = 'vote') as told,
        (select count(*) from note_likes) as likers,
        (select sum(actor_count) from notifications where type = 'note_like') as told_of_likes,
        (select count(*) from notes r join notes n on n.id = r.parent_id and n.author_id <> r.author_id) as answers,
        (select count(*) from notifications where type = 'note_reply') as told_of_answers`.execute(world.db)
    const row = counts.rows[0]
    expect(row?.entries).toBe(row?.acts)
    expect(row?.told_of_follows).toBe(row?.follows)
    expect(Number(row?.told)).toBe(row?.voters)
    expect(row?.likers).toBeGreaterThan(100)
    expect(Number(row?.told_of_likes)).toBe(row?.likers)
    expect(row?.told_of_answers).toBe(row?.answers)
  })

  test('has members who follow discussions, and are told once of each, of what others wrote', async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::integer from post_follows) as follows,
        count(*)::integer as told, count(distinct (n.user_id, n.post_id))::integer as discussions,
        count(*) filter (where p.username = 'maraok')::integer as of_one,
        count(*) filter (where c.author_id = n.user_id or c.created_at <= f.created_at or f.id is null)::integer as wrong,
        count(*) filter (where exists (select from notifications other
          where other.user_id = n.user_id and other.comment_id = n.comment_id and other.type in ('comment', 'mention'))
        )::integer as twice
      from notifications n
      join profiles p on p.id = n.user_id
      join comments c on c.id = n.comment_id
      left join post_follows f on f.follower_id = n.user_id and f.post_id = n.post_id
      where n.type = 'followed_post'`.execute(world.db)
    const { follows, told, discussions, of_one, wrong, twice } = rows[0] ?? {}
    expect(told).toBeGreaterThan(50)
    expect(told).toBeLessThanOrEqual(follows ?? 0)
    expect(discussions).toBe(told)
    expect(of_one).toBeGreaterThan(0)
    expect([wrong, twice]).toEqual([0, 0])
  })

  test('goes on as usual: a vote joins the gathered ones, and a second seeding is refused', async () => {
    const { rows } = await sql<{ id: string; actor_count: number }>`
      select post_id as id, actor_count from notifications
      where type = 'vote' and comment_id is null and actor_count > 5 limit 1`.execute(world.db)
    const { id = '', actor_count = 0 } = rows[0] ?? {}
    await call(router.votes.post, { id, vote_type: 1 }, { context: world.asContext(world.people.member) })
    const after = await world.db
      .selectFrom('notifications')
      .select('actor_count')
      .where('post_id', '=', id)
      .where('type', '=', 'vote')
      .where('comment_id', 'is', null)
      .execute()
    expect(after).toEqual([{ actor_count: actor_count + 1 }])
    await expect(seedDemo(world.db, { anchor, force: true })).rejects.toThrow(
      'To start over, stop the forum and delete its data folder.',
    )
  })

  test('leaves a forum with posts alone, unless it is told otherwise', async () => {
    const other = await makeWorld()
    const id = await other.buildPost()
    await expect(seedDemo(other.db, { anchor })).rejects.toThrow('run `npm run seed:demo -- --force`')
    const { posts, canSignIn } = await seedDemo(other.db, {
      anchor,
      password: 'a demo password',
      force: true,
    })
    expect(canSignIn).toBe(false)
    expect(await other.db.selectFrom('accounts').select('id').execute()).toEqual([])
    const { items } = await call(
      router.posts.list,
      { sort: 'newest', limit: 1 },
      { context: other.asContext(null) },
    )
    expect(posts).toBe(sources.posts.length)
    expect(items[0]?.id).toBe(id)
    await other.close()
  })
})

describe('the members', { timeout: 60_000 }, () => {
  test('all sign in with the password that is printed, and with no other', async () => {
    const accounts = await makeAccounts()
    const password = 'a demo password'
    expect(await seedDemo(accounts.db, { anchor, password })).toMatchObject({ canSignIn: true })
    const unable = await accounts.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .leftJoin('accounts', 'accounts.user_id', 'users.id')
      .select('profiles.username')
      .where((where) =>
        where.or([where('accounts.password', 'is', null), where('email_verified', '=', false)]),
      )
      .where(
        'profiles.username',
        'in',
        sources.members.map(({ username }) => username),
      )
      .execute()
    expect(unable).toEqual([])
    for (const username of ['maraok', 'gorse', 'noether_fan']) {
      const { status, cookie } = await accounts.signIn(`${username}@demo.invalid`, password)
      expect(status).toBe(200)
      expect(await accounts.whoIs({ cookie })).toBe(username)
    }
    expect((await accounts.signIn('maraok@demo.invalid', 'threshold-demo')).status).toBe(401)
    await accounts.close()
  })
})

const TABLES = [
  'posts',
  'comments',
  'votes',
  'bookmarks',
  'user_follows',
  'notes',
  'note_likes',
  'user_activity',
  'notifications',
  'post_follows',
  'messages',
  'conversations',
  'moderation_actions',
  'moderation_cases',
  'reports',
  'sanctions',
  'appeals',
  'revisions',
  'member_notes',
  'mutes',
  'blocks',
  'blocked_domains',
] as const

/** Returns a digest of a table's rows. Ignores concepts' ids, because they differ between forums. */
async function fingerprint(db: World['db'], table: (typeof TABLES)[number]) {
  const { rows } = await sql<{ row: string }>`
    select (to_jsonb(t) - 'concept_id')::text as row from ${sql.table(table)} t order by 1`.execute(db)
  const hash = createHash('sha256')
  for (const { row } of rows) hash.update(row)
  return { table, count: rows.length, hash: hash.digest('hex') }
}

test('some members show a picture, in every size', { timeout: 60_000 }, async () => {
  const { services, db, close } = await makeWorld()
  await seedDemo(db, { anchor, files: services.files })
  const pictures = await db
    .selectFrom('profiles')
    .select('avatar_url')
    .where('avatar_url', 'is not', null)
    .execute()
  expect(pictures.length).toBeGreaterThan(15)
  expect(pictures.length).toBeLessThan(40)
  for (const { avatar_url } of pictures)
    for (const pixels of AVATAR_PIXELS)
      expect(
        await services.files.read(avatarSource(avatar_url ?? '', pixels).slice('/files/'.length)),
      ).toBeDefined()
  await close()
})
