import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { formerDatabase } from '../../tests/former-database.ts'
import { indexBatches } from '../features/search/reindex.server.ts'
import { createDatabase } from './database.server.ts'
import { migrate } from './migrate.server.ts'

let url: string
let pool: pg.Pool

afterEach(() => pool.end())

async function before(number: string) {
  url = await formerDatabase(number)
  pool = new pg.Pool({ connectionString: url })
}

test('0046: sessions there are go on, of the age and kind they have', async () => {
  await before('0046')
  const session = (name: string, created: string, expires: string) =>
    pool.query(
      `insert into sessions (user_id, token, created_at, expires_at)
       select id, $1, now() - $2::interval, now() + $3::interval from users`,
      [name, created, expires],
    )
  await pool.query("insert into users (email) values ('kim@example.org')")
  await session('new', '0', '30 days')
  await session('for a day', '5 hours', '19 hours')
  await session('old', '170 days', '25 days')
  await session('too old', '200 days', '25 days')
  await migrate(url)
  const { rows } = await pool.query(
    `select token, remembered, round(extract(epoch from expires_at - now()) / 86400)::int as days
     from sessions order by created_at desc`,
  )
  expect(rows).toEqual([
    { token: 'new', remembered: true, days: 30 },
    { token: 'for a day', remembered: false, days: 1 },
    { token: 'old', remembered: true, days: 10 },
    { token: 'too old', remembered: true, days: -20 },
  ])
})

test('0047: who has a name with invisible letters keeps it, and their counters go on', async () => {
  await before('0047')
  await pool.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await pool.query("update profiles set full_name = E'Ad\\u200bmin'")
  await migrate(url)
  await pool.query('update profiles set post_count = post_count + 1')
  await pool.query('update profiles set full_name = full_name')
  const other = pool.query("update profiles set full_name = E'Adm\\u200bin'")
  await expect(other).rejects.toMatchObject({ constraint: 'profiles_full_name_visible' })
  await pool.query("update profiles set full_name = 'Kim'")
  const { rows } = await pool.query(
    "select username from reserved_usernames where is_house and username like 'adm%'",
  )
  expect(rows.map(({ username }) => username)).toEqual(['admin', 'administrator', 'administrators', 'admins'])
})

test('0053: stubs of comments lose the votes they kept', async () => {
  await before('0053')
  await pool.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await pool.query(
    "insert into posts (title, content, content_text, author_id) select 'T', 'W', 'W', id from users",
  )
  const comment = `insert into comments (post_id, author_id, parent_id, content)
    select posts.id, author_id, $1, 'Words' from posts returning id`
  const { rows: comments } = await pool.query(comment, [null])
  await pool.query(comment, [comments[0].id])
  await pool.query('insert into votes (user_id, comment_id, vote_type) select author_id, id, 1 from comments')
  await pool.query(
    "update comments set deleted_at = now(), content = '', author_id = null where parent_id is null",
  )
  await migrate(url)
  const { rows } = await pool.query(
    `select deleted_at is not null as is_stub, votes_score, count(user_id)::int as votes
     from comments left join votes on comment_id = id group by id order by id`,
  )
  expect(rows).toEqual([
    { is_stub: true, votes_score: 0, votes: 0 },
    { is_stub: false, votes_score: 1, votes: 1 },
  ])
  expect((await pool.query('select * from counter_drift()')).rows).toEqual([])
})

test('0070: members have read what they are known to have looked at', async () => {
  await before('0070')
  await pool.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await pool.query(
    "insert into posts (title, content, content_text) select 'T' || n, 'W', 'W' from generate_series(1, 2) as n",
  )
  await pool.query(
    `insert into post_views (post_id, user_id, created_at)
     select posts.id, users.id, day from posts, users, unnest(array['2026-01-02', '2026-01-03']::timestamptz[]) as day
     where title = 'T1'`,
  )
  await migrate(url)
  const { rows } = await pool.query(
    `select title, read_until = '2026-01-03' and read_at = read_until as is_last
     from post_reads join posts on posts.id = post_id`,
  )
  expect(rows).toEqual([{ title: 'T1', is_last: true }])
})

test('0075: posts there are were active with their newest comment, or when they were written', async () => {
  await before('0074')
  await pool.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await pool.query("insert into categories (name, color) values ('AI', '#888888')")
  await pool.query(
    `insert into posts (title, content, content_text, created_at)
     values ('Quiet', 'W', 'W', '2026-01-01Z'), ('Discussed', 'W', 'W', '2026-01-02Z'), ('Stub', 'W', 'W', '2026-01-03Z')`,
  )
  await pool.query(
    'insert into post_categories (post_id, category_id, position) select p.id, c.id, 0 from posts p, categories c',
  )
  await pool.query(
    `insert into comments (post_id, content, created_at, deleted_at)
     select id, 'Words', at, null from posts, (values ('2026-02-02Z'::timestamptz), ('2026-02-01Z')) as t (at)
     where title = 'Discussed'
     union all select id, '', '2026-03-01Z', now() from posts where title <> 'Quiet'`,
  )
  await migrate(url)
  const { rows } = await pool.query(
    `select title, array_agg(to_char(active_at at time zone 'UTC', 'MM-DD')) as active
     from post_rankings r join posts p on p.id = r.post_id group by title order by title`,
  )
  expect(rows).toEqual([
    { title: 'Discussed', active: ['02-02', '02-02'] },
    { title: 'Quiet', active: ['01-01', '01-01'] },
    { title: 'Stub', active: ['01-03', '01-03'] },
  ])
  expect((await pool.query('select * from counter_drift()')).rows).toEqual([])
})

test('0095: what was edited before has no former versions, and keeps what it says from then on', async () => {
  await before('0095')
  await pool.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await pool.query(
    `insert into posts (title, content, content_text, author_id, created_at, edited_at)
     select 'T', 'W', 'W', id, '2026-01-01Z', '2026-01-02Z' from users`,
  )
  await pool.query(
    `insert into comments (post_id, content, created_at, deleted_at)
     select id, words, '2026-01-01Z', gone from posts, (values ('Words', null), ('', now())) as t (words, gone)`,
  )
  await migrate(url)
  expect((await pool.query('select * from revisions')).rows).toEqual([])
  await pool.query("update posts set title = 'New', votes_score = 0")
  await pool.query("update comments set content = 'Other words' where deleted_at is null")
  const { rows } = await pool.query(
    'select number, title, content, format, edited_by from revisions order by post_id nulls last',
  )
  const former = { number: 1, edited_by: null }
  expect(rows).toEqual([
    { ...former, title: 'T', content: 'W', format: 'rich' },
    { ...former, title: null, content: 'Words', format: null },
  ])
})

test('0131 to 0133: what members had chosen holds, nobody is mailed, and nodes of the version before go on', async () => {
  await before('0131')
  await pool.query(
    "insert into users (email, username, email_verified) values ('kim@example.org', 'kim', true)",
  )
  await pool.query("insert into posts (title, content, content_text) values ('T', 'W', 'W')")
  await pool.query(
    "insert into notification_choices (member_id, kind, in_app) select id, 'vote', false from profiles",
  )
  await migrate(url)
  // Writes like the previous version, without the columns that it does not know.
  await pool.query(
    "insert into notification_choices (member_id, kind, in_app) select id, 'follow', false from profiles",
  )
  const { rows } = await pool.query('select kind, in_app, email from notification_choices order by kind')
  expect(rows).toEqual([
    { kind: 'follow', in_app: false, email: 'digest' },
    { kind: 'vote', in_app: false, email: 'digest' },
  ])
  expect((await pool.query('select from digests')).rows).toEqual([])
  const both = 'select p.id as member, posts.id as post from profiles p, posts'
  await pool.query(`select set_post_mute(member, post, true) from (${both}) as b`)
  await pool.query(`select set_post_follow(member, post, true) from (${both}) as b`)
  expect((await pool.query('select from post_mutes')).rows).toEqual([])
})

test('0150: a name that nobody could choose today stays, and its counters go on', async () => {
  await before('0150')
  const marks = '\u0322'.repeat(24)
  await pool.query("insert into users (email, username) values ('kim@example.org', 'kim')")
  await pool.query('update profiles set full_name = $1', [`Z${marks}`])
  await pool.query(
    `insert into posts (author_id, title, content, content_text) select id, $1, '<p>a</p>', 'a' from users`,
    [`Z${marks}`],
  )
  await migrate(url)
  await pool.query('update posts set votes_score = votes_score + 1, title = title')
  await pool.query('update profiles set post_count = post_count + 1, full_name = full_name')
  const refused = { constraint: 'readable_name' }
  await expect(pool.query('update posts set title = $1', [`A${marks}`])).rejects.toMatchObject(refused)
  await expect(pool.query("update profiles set full_name = '...'")).rejects.toMatchObject(refused)
  await pool.query("update posts set title = 'Kind'")
})

test('0165: a moderation log there is can be verified, and one that was changed before cannot', async () => {
  await before('0165')
  await pool.query(
    "insert into users (email, username) values ('kim@example.org', 'kim'), ('lea@example.org', 'lea')",
  )
  const act = (action: string, reason: string | null) =>
    pool.query(
      `insert into moderation_actions (action, acted_by, acted_as, member_id, kind, target_id, reason, note, details)
       select $1, k.id, 'moderator', l.id, 'post', new_id(), $2, 'For us', '{"title": "Before"}'
       from profiles k, profiles l where k.username = 'kim' and l.username = 'lea'`,
      [action, reason],
    )
  await act('remove', 'Spam')
  await act('lock', null)
  await pool.query("update moderation_actions set reason = null, redacted_at = now() where action = 'remove'")
  await pool.query(
    `insert into moderation_actions (action, acted_as, kind, target_id) select 'redact', 'admin', 'action', id
     from moderation_actions where action = 'remove'`,
  )
  await act('pin', 'Worth reading')
  await pool.query("delete from users where username = 'lea'")
  await migrate(url)
  const broken = async () => (await pool.query('select broken_moderation_log() as broken')).rows[0].broken
  expect(await broken()).toBeNull()
  await act('unlock', 'Calm again')
  expect(await broken()).toBeNull()
  await pool.end()

  await before('0165')
  await pool.query(
    "insert into users (email, username) values ('kim@example.org', 'kim'), ('lea@example.org', 'lea')",
  )
  await act('remove', 'Spam')
  await act('lock', 'A quarrel')
  await pool.query('alter table moderation_actions disable trigger moderation_actions_keep')
  await pool.query("update moderation_actions set reason = 'Abuse' where action = 'lock'")
  await migrate(url)
  expect(await broken()).toBe('2')
})

test('0158: what is there is found as if it were new, once its batches are done', async () => {
  await before('0155')
  await pool.query(
    "insert into users (email, username, email_verified) values ('kim@example.org', 'kim', true)",
  )
  await pool.query("update profiles set full_name = 'Jean-Luc O''Brien'")
  const { rows: posts } = await pool.query(
    `insert into posts (title, content, content_text, author_id)
     select title, 'W', text, users.id from users, (values
       ('GPT-4o', 'At https://nature.com/a, مُحَمَّد'), ('Removed', 'W')) as t (title, text) returning posts.id, title`,
  )
  const removed = posts.find(({ title }) => title === 'Removed').id
  await pool.query(
    "insert into comments (post_id, content) values ($1, 'In हिन्दी'), ($2, 'In हिन्दी, unseen')",
    [posts.find(({ title }) => title !== 'Removed').id, removed],
  )
  await pool.query("insert into notes (content, author_id) select 'In İstanbul 🙂', id from users")
  // Omits the moderation action that removed it.
  await pool.query(
    `begin; set local session_replication_role = replica;
     update posts set removed_at = now(), removal_id = gen_random_uuid(), title = 'Removed post',
       content = '<p>This post was removed by a moderator.</p>', content_text = 'This post was removed by a moderator.'
     where id = '${removed}'; commit`,
  )
  await migrate(url)
  const db = createDatabase(url)
  await indexBatches(db, 1)
  await db.destroy()
  const count = async (statement: string, search: string) =>
    Number((await pool.query(`select count(*) from ${statement}`, [search])).rows[0].count)
  for (const search of ['gpt4o', 'nature.com', 'محمد', 'obrien'])
    expect(await count('find_posts($1, null, null, null, null, 9, false)', search), search).toBe(1)
  expect(await count("find_remarks('comment_search', $1, null, 9)", 'हिन्दी')).toBe(1)
  expect(await count("find_remarks('comment_search', $1, null, 9)", 'unseen')).toBe(0)
  for (const search of ['istanbul', '🙂'])
    expect(await count("find_remarks('note_search', $1, null, 9)", search), search).toBe(1)
  await pool.query('select fold_search_words()')
  const { rows } = await pool.query(
    "select word, holders from search_words where word in ('gpt4o', 'हिन्दी', 'unseen', 'emoji128578') order by word",
  )
  expect(rows).toEqual([
    { word: 'gpt4o', holders: 1 },
    { word: 'हिन्दी', holders: 1 },
  ])
})
