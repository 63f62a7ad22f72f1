import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { insertStarter } from './starter/starter.server.ts'

let pool: pg.Pool

beforeAll(async () => {
  pool = new pg.Pool({ connectionString: (await testDatabase()).url, max: 20 })
})
afterAll(() => pool.end())

describe('members', () => {
  test('a user has a profile with the chosen name from the first moment', async () => {
    const [user] = await rows(
      "insert into users (email, username) values ('grace@example.org', 'GraceH') returning id",
    )
    expect(await rows('select username, post_count from profiles where id = $1', user?.id)).toEqual([
      { username: 'GraceH', post_count: 0 },
    ])
  })

  test('without a chosen name it is the part before the @, made valid and free', async () => {
    const emails = [
      'lynn@a.org',
      'lynn@b.org',
      'support@b.org',
      'jo@a.org',
      'josé.m+tag@a.org',
      `${'x'.repeat(60)}@a.org`,
    ]
    for (const email of emails) await rows('insert into users (email) values ($1)', email)
    const names = await rows(
      'select p.username from users u join profiles p using (id) where email = any($1) order by u.id',
      emails,
    )
    expect(names.map((row) => row.username)).toEqual([
      'lynn',
      'lynn2',
      'support2',
      'memberjo',
      'josemtag',
      'x'.repeat(24),
    ])
  })

  test('twenty sign-ups at once with the same part before the @ get twenty names', async () => {
    const emails = Array.from({ length: 20 }, (_, i) => `crowd@host${i}.org`)
    await Promise.all(emails.map((email) => rows('insert into users (email) values ($1)', email)))
    const [names] = await rows(
      "select count(distinct lower(username))::int as n from profiles where username like 'crowd%'",
    )
    expect(names?.n).toBe(20)
  })

  test.each<[string, { email?: string; username?: string }, string]>([
    ['taken, in another case', { username: 'TAKEN' }, 'profiles_username_key'],
    ['reserved', { username: 'Admin' }, 'profiles_username_reserved'],
    ['too short', { username: 'ab' }, 'profiles_username_check'],
    ['with a space', { username: 'a b c' }, 'profiles_username_check'],
    ['an e-mail that exists', { email: 'taken@example.org' }, 'users_email_key'],
    ['an e-mail in upper case', { email: 'Upper@example.org' }, 'users_email_check'],
    ['an e-mail of 255 characters', { email: `${'e'.repeat(243)}@example.org` }, 'users_email_check'],
  ])(
    'refuses a name or e-mail that is %s',
    async (_, { email = 'other@example.org', username = null }, constraint) => {
      await rows(
        "insert into users (email, username) values ('taken@example.org', 'taken') on conflict do nothing",
      )
      await expect(
        rows('insert into users (email, username) values ($1, $2)', email, username),
      ).rejects.toMatchObject({ constraint })
    },
  )

  test('a former name leads to its member and is not for others, but the member may take it back', async () => {
    const [first, second] = [await member('before'), await member('envious')]
    await rows("update profiles set username = 'after' where id = $1", first)
    expect(await rows("select user_id from former_usernames where username = 'before'")).toEqual([
      { user_id: first },
    ])
    await expect(rows("update profiles set username = 'Before' where id = $1", second)).rejects.toMatchObject(
      {
        constraint: 'profiles_username_former',
      },
    )
    await rows("update profiles set username = 'before' where id = $1", first)
    expect(await rows('select username from former_usernames where user_id = $1', first)).toEqual([
      { username: 'after' },
    ])
    await rows(
      "update former_usernames set released_at = now() - interval '91 days' where username = 'after'",
    )
    await rows("update profiles set username = 'after' where id = $1", second)
    expect(await rows("select username from former_usernames where username = 'after'")).toEqual([])
  })

  test('a profile goes only with its user', async () => {
    const id = await member('staying')
    await expect(rows('delete from profiles where id = $1', id)).rejects.toMatchObject({
      constraint: 'profiles_belong_to_users',
    })
  })

  test.each([
    ['bio', 'b'.repeat(501), 'profiles_bio_check'],
    ['website_url', 'javascript:alert(1)', 'profiles_website_url_check'],
    ['location', 'l'.repeat(101), 'profiles_location_check'],
  ])('refuses a bad %s', async (column, value, constraint) => {
    const id = await member()
    await expect(rows(`update profiles set ${column} = $1 where id = $2`, value, id)).rejects.toMatchObject({
      constraint,
    })
  })

  test('a member who leaves leaves the discussions, without a name, and takes the votes along', async () => {
    const [leaver, stayer] = [await member(), await member()]
    const post = await newPost(leaver)
    const comment = await newComment(post, leaver)
    await newComment(post, stayer, comment)
    const other = await newPost(stayer)
    await vote(leaver, other, 1)
    await rows('delete from users where id = $1', leaver)
    expect(await rows('select author_id, comment_count from posts where id = $1', post)).toEqual([
      { author_id: null, comment_count: 2 },
    ])
    expect(await rows('select votes_score from posts where id = $1', other)).toEqual([{ votes_score: 0 }])
    expect(await drift()).toEqual([])
  })
})

describe('posts', () => {
  test.each([
    ['an empty title', { title: '' }, 'posts_title_check'],
    ['an untrimmed title', { title: ' a ' }, 'posts_title_check'],
    ['a title of 201 characters', { title: 't'.repeat(201) }, 'posts_title_check'],
    ['no words', { content_text: ' \n' }, 'posts_content_text_check'],
    ['200,001 characters of text', { content_text: 'w'.repeat(200_001) }, 'posts_content_text_check'],
    ['600,001 characters of HTML', { content: 'w'.repeat(600_001) }, 'posts_content_bytes'],
    [
      '10,001 of plain text',
      { format: 'plain', content_text: 'w'.repeat(10_001) },
      'posts_content_text_check',
    ],
    ['60,001 of its HTML', { format: 'plain', content: 'w'.repeat(60_001) }, 'posts_content_check'],
    ['an unknown format', { format: 'markdown' }, 'posts_format_check'],
  ])('refuses %s', async (_, change, constraint) => {
    const post = { title: 'Title', content: '<p>Words</p>', content_text: 'Words', format: 'rich', ...change }
    await expect(
      rows(
        'insert into posts (title, content, content_text, format) values ($1, $2, $3, $4)',
        post.title,
        post.content,
        post.content_text,
        post.format,
      ),
    ).rejects.toMatchObject({ constraint })
  })

  test('votes and views are no edit, words are', async () => {
    const author = await member()
    const post = await newPost(author)
    await vote(author, post, 1)
    await rows('select add_post_views($1, $2)', [post, post], [2, 3])
    const before = await rows(
      'select view_count, edited_at, updated_at = created_at as same from posts where id = $1',
      post,
    )
    expect(before).toEqual([{ view_count: 5, edited_at: null, same: true }])
    await rows("update posts set title = 'Better' where id = $1", post)
    expect(await rows('select edited_at is not null as edited from posts where id = $1', post)).toEqual([
      { edited: true },
    ])
  })

  test('the first concept is concept_id, twelve are the limit, and lists follow every change', async () => {
    const post = await newPost(await member())
    const concepts = await Promise.all(Array.from({ length: 13 }, newConcept))
    const insert =
      'insert into post_concepts (post_id, concept_id, position) select $1, id, n - 1 from unnest($2::uuid[]) with ordinality as c (id, n)'
    await expect(rows(insert, post, concepts)).rejects.toMatchObject({
      constraint: 'post_concepts_position_check',
    })
    await rows(insert, post, concepts.slice(0, 12))
    expect(await rows('select concept_id from posts where id = $1', post)).toEqual([
      { concept_id: concepts[0] },
    ])
    expect(await drift()).toEqual([])
    await rows('delete from concepts where id = $1', concepts[0])
    expect(await rows('select concept_id from posts where id = $1', post)).toEqual([
      { concept_id: concepts[1] },
    ])
    await rows('delete from post_concepts where post_id = $1', post)
    expect(await rows('select concept_id from posts where id = $1', post)).toEqual([{ concept_id: null }])
    expect(await drift()).toEqual([])
  })

  test('a deleted post takes everything along, and the counters of its members follow', async () => {
    const [author, guest] = [await member(), await member()]
    const post = await newPost(author)
    const comment = await newComment(post, guest)
    await newComment(post, author, comment)
    await vote(guest, post, 1)
    await rows('insert into votes (user_id, comment_id, vote_type) values ($1, $2, 1)', author, comment)
    await rows('insert into bookmarks (user_id, post_id) values ($1, $2)', guest, post)
    await rows("insert into notifications (user_id, type, post_id) values ($1, 'comment', $2)", author, post)
    await rows('delete from posts where id = $1', post)
    const left = await rows(
      'select post_count, comment_count from profiles where id in ($1, $2)',
      author,
      guest,
    )
    expect(left).toEqual([
      { post_count: 0, comment_count: 0 },
      { post_count: 0, comment_count: 0 },
    ])
    expect(await drift()).toEqual([])
  })

  test('posts of each other, deleted at once while people comment and vote, never block each other', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => member()))
    const posts = await Promise.all(people.map((author) => newPost(author)))
    for (const post of posts) await Promise.all(people.map((author) => newComment(post, author)))
    const work = posts.flatMap((post) => [
      ...people.map((author) => newComment(post, author).catch(ignoreGone)),
      ...people.map((author) => vote(author, post, 1).catch(ignoreGone)),
      rows('delete from posts where id = $1', post),
    ])
    await Promise.all(work)
    expect(await drift()).toEqual([])
  })
})

describe('comments', () => {
  test.each([
    ['nothing but space', ' \n\t'],
    ['200,001 characters', 'c'.repeat(200_001)],
  ])('refuse %s', async (_, content) => {
    const author = await member()
    const post = await newPost(author)
    await expect(
      rows('insert into comments (post_id, author_id, content) values ($1, $2, $3)', post, author, content),
    ).rejects.toMatchObject({ constraint: 'comments_content_check' })
  })

  test('replies are one level deep, on the same post, and stay there', async () => {
    const author = await member()
    const [post, elsewhere] = [await newPost(author), await newPost(author)]
    const comment = await newComment(post, author)
    const reply = await newComment(post, author, comment)
    await expect(newComment(post, author, reply)).rejects.toMatchObject({
      constraint: 'comments_reply_depth',
    })
    await expect(newComment(elsewhere, author, comment)).rejects.toMatchObject({
      constraint: 'comments_reply_post',
    })
    await expect(newComment(post, author, post)).rejects.toMatchObject({
      constraint: 'comments_parent_id_fkey',
    })
    await expect(
      rows("insert into comments (id, parent_id, post_id, content) values ($1, $1, $1, 'Words')", post),
    ).rejects.toMatchObject({ constraint: 'comments_reply_to_itself' })
    await expect(
      rows('update comments set post_id = $1 where id = $2', elsewhere, comment),
    ).rejects.toMatchObject({
      constraint: 'comments_stay',
    })
  })

  test('a stub has no words, author and votes, and takes neither replies nor votes', async () => {
    const author = await member()
    const post = await newPost(author)
    const comment = await newComment(post, author)
    await newComment(post, author, comment)
    await rows('insert into votes (user_id, comment_id, vote_type) values ($1, $2, 1)', author, comment)
    await rows(STUB, comment)
    expect(await rows('select content, author_id, votes_score from comments where id = $1', comment)).toEqual(
      [{ content: '', author_id: null, votes_score: 0 }],
    )
    expect(await rows('select comment_count from posts where id = $1', post)).toEqual([{ comment_count: 1 }])
    await expect(newComment(post, author, comment)).rejects.toMatchObject({
      constraint: 'comments_reply_deleted',
    })
    await expect(
      rows('insert into votes (user_id, comment_id, vote_type) values ($1, $2, 1)', author, comment),
    ).rejects.toMatchObject({ constraint: 'votes_comment_deleted' })
    expect(await drift()).toEqual([])
  })
})

describe('votes and bookmarks', () => {
  test('a hundred toggles at once end as one row and its exact score', async () => {
    const [author, voter] = [await member(), await member()]
    const post = await newPost(author)
    const types = Array.from({ length: 100 }, (_, i) => [1, -1, 0][i % 3] ?? 0)
    await Promise.all(types.map((type) => vote(voter, post, type)))
    const [result] = await rows(
      'select votes_score, (select coalesce(sum(vote_type), 0)::int from votes where post_id = $1) as votes from posts where id = $1',
      post,
    )
    expect(result?.votes_score).toBe(result?.votes)
    expect(await drift()).toEqual([])
  })

  test('a changed vote moves the score by the difference, the same again by nothing', async () => {
    const author = await member()
    const post = await newPost(author)
    const scores = []
    for (const type of [1, 1, -1, 0, 0]) {
      await vote(author, post, type)
      scores.push((await rows('select votes_score from posts where id = $1', post))[0]?.votes_score)
    }
    expect(scores).toEqual([1, 1, -1, 0, 0])
  })

  test('a vote is for exactly one thing, up or down', async () => {
    const author = await member()
    const post = await newPost(author)
    const comment = await newComment(post, author)
    const insert = 'insert into votes (user_id, post_id, comment_id, vote_type) values ($1, $2, $3, $4)'
    await expect(rows(insert, author, post, comment, 1)).rejects.toMatchObject({
      constraint: 'votes_item_check',
    })
    await expect(rows(insert, author, null, null, 1)).rejects.toMatchObject({
      constraint: 'votes_item_check',
    })
    await expect(rows(insert, author, post, null, 2)).rejects.toMatchObject({
      constraint: 'votes_vote_type_check',
    })
    await rows(insert, author, null, comment, 1)
    await expect(rows(insert, author, null, comment, -1)).rejects.toMatchObject({
      constraint: 'votes_comment_key',
    })
  })

  test('a post is bookmarked once', async () => {
    const author = await member()
    const post = await newPost(author)
    await rows('insert into bookmarks (user_id, post_id) values ($1, $2)', author, post)
    await expect(
      rows('insert into bookmarks (user_id, post_id) values ($1, $2)', author, post),
    ).rejects.toMatchObject({
      constraint: 'bookmarks_post_id_user_id_key',
    })
  })
})

describe('search', () => {
  const texts: Record<string, string> = {
    naive: 'A naïve view of the mind, by Zoë',
    plain: 'Being naive about prosthetics and running',
    ai: 'The “AI”—and CRISPR—debate',
    chinese: '我们讨论人工智能和意识。',
    japanese: '人間の意識はどこから来るのか。ＡＩ時代',
    korean: '인공지능은 무엇인가',
    markup: 'Is <i>if a<b</i> quoted text',
  }

  beforeAll(async () => {
    await rows('delete from posts')
    const author = await member()
    for (const [title, text] of Object.entries(texts))
      await newPost(author, { title: `T ${title}`, content_text: text })
  })

  test.each([
    ['naive', 'naive plain'],
    ['NAÏVE', 'naive plain'],
    ['zoe', 'naive'],
    ['ai', 'ai japanese'],
    ['CRISPR', 'ai'],
    ['run', 'plain'],
    ['prostheti', 'plain'],
    ['pr', ''],
    ['"view of"', 'naive'],
    ['“view of”', 'naive'],
    ['"of view"', ''],
    ['naive -prosthetics', 'naive'],
    ['crispr or zoe', 'ai naive'],
    ['意识', 'chinese'],
    ['意識', 'japanese'],
    ['智能', 'chinese'],
    ['人工智能', 'chinese'],
    ['能人', ''],
    ['能', 'chinese'],
    ['지능', 'korean'],
    ['인공지능', 'korean'],
    ['  ', ''],
    ['\' & | ! <-> :* \\ " ()', ''],
  ])('%s finds: %s', async (query, expected) => {
    const found = await rows(
      'select title from find_posts($1, null, null, null, null, 200, false) s join posts p on p.id = s.post_id order by title',
      query,
    )
    expect(found.map((row) => row.title.slice(2)).join(' ')).toBe(expected)
  })

  test.each([
    ['naive', 'naive', '[naïve] view'],
    ['ai', 'ai', '“[AI]”—and'],
    ['智能', 'chinese', '人工[智能]和'],
    ['지능', 'korean', '인공[지능]은'],
    ['quoted', 'markup', 'a<b</i> [quoted] text'],
  ])('%s is marked as it was written, in the text "%s"', async (query, title, marked) => {
    const [row] = await rows(
      'select search_headline($1, wanted, runs, joined, false) as headline from search_terms($2)',
      texts[title],
      query,
    )
    expect(row?.headline.replaceAll('\ue000', '[').replaceAll('\ue001', ']')).toContain(marked)
  })

  test('follows edits and concepts, and keeps to the concepts asked for', async () => {
    const post = await newPost(await member(), { content_text: 'Zymurgy' })
    const concept = await newConcept()
    const find = (query: string) =>
      rows(
        'select post_id from find_posts($1, array[$2::uuid], null, null, null, 200, false)',
        query,
        concept,
      )
    expect(await find('zymurgy')).toEqual([])
    await rows('insert into post_concepts (post_id, concept_id, position) values ($1, $2, 0)', post, concept)
    expect(await find('zymurgy')).toEqual([{ post_id: post }])
    await rows("update posts set content_text = 'Brewing' where id = $1", post)
    expect(await find('zymurgy')).toEqual([])
    expect(await find('brewing')).toEqual([{ post_id: post }])
    await rows('delete from post_concepts where post_id = $1', post)
    expect(await find('brewing')).toEqual([])
  })

  test('goes on before the oldest match of a page until nothing is left', async () => {
    const author = await member()
    for (let i = 0; i < 7; i++) await newPost(author, { content_text: 'palimpsest' })
    const seen = new Set<string>()
    let before: string | null = null
    for (const size of [3, 3, 3]) {
      const page: Row[] = await rows(
        'select post_id, n from find_posts($1, null, null, null, $2, $3, false) order by n desc',
        'palimpsest',
        before,
        size,
      )
      for (const row of page) seen.add(row.post_id)
      before = page.at(-1)?.n ?? before
    }
    expect(seen.size).toBe(7)
  })
})

describe('everything else', () => {
  test('starter content arrives once, and what an editor removed stays away', async () => {
    const { db } = await testDatabase()
    await Promise.all([insertStarter(db), insertStarter(db)])
    await db.deleteFrom('concepts').where('name', '=', 'Cryonics').execute()
    await insertStarter(db)
    const concepts = await db.selectFrom('concepts').select('color').execute()
    const thinkers = await db
      .selectFrom('featured_thinkers')
      .select(['name', 'key_works'])
      .orderBy('name')
      .execute()
    expect(new Set(concepts.map((concept) => concept.color)).size).toBe(11)
    expect(thinkers.length).toBeGreaterThanOrEqual(14)
    expect(thinkers.every((thinker) => thinker.key_works.length >= 1 && thinker.key_works.length <= 3)).toBe(
      true,
    )
    await db.destroy()
  })

  test('ids are UUIDv7 that sort as they were made', async () => {
    const ids = await rows('select new_id()::text as id from generate_series(1, 1000)')
    const list = ids.map((row) => row.id)
    expect(list.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/.test(id))).toBe(true)
    expect(list.map((id) => id.slice(0, 18))).toEqual(list.map((id) => id.slice(0, 18)).toSorted())
    const [old] = await rows("select new_id('2001-02-03 04:05:06.789Z')::text as id")
    expect(Number.parseInt(old?.id.replace('-', '').slice(0, 12), 16)).toBe(
      Date.UTC(2001, 1, 3, 4, 5, 6, 789),
    )
  })

  test('a changed role drops the cached sessions of its member alone', async () => {
    const id = await member()
    const client = await pool.connect()
    const messages: unknown[] = []
    client.on('notification', ({ payload }) => messages.push(JSON.parse(payload ?? '')))
    await client.query('listen threshold')
    await client.query("insert into user_roles (user_id, role) values ($1, 'editor')", [id])
    client.release(true)
    expect(messages).toContainEqual(['', { channel: 'viewers', message: [id] }])
  })

  test('nobody is notified of their own act, and a toggle notifies once', async () => {
    const [author, voter] = [await member(), await member()]
    const insert =
      "insert into notifications (user_id, type, related_user_id, dedupe_key) values ($1, 'vote', $2, $3)"
    await rows(insert, author, voter, 'vote:post:1')
    await expect(rows(insert, author, voter, 'vote:post:1')).rejects.toMatchObject({
      constraint: 'notifications_dedupe_key',
    })
    await expect(rows(insert, author, author, null)).rejects.toMatchObject({
      constraint: 'notifications_not_own_act',
    })
  })

  test.each([
    ["insert into user_roles (user_id, role) values ($1, 'owner')", 'user_roles_role_check'],
    ["insert into user_roles (user_id, role) values ($1, 'moderator')", 'user_roles_moderator_verified'],
    [
      "insert into user_activity (user_id, action) values ($1, 'Not An Action')",
      'user_activity_action_check',
    ],
    [
      "insert into post_views (post_id, user_id, ip_address) select id, $1, '::1' from posts",
      'post_views_ip_address_check',
    ],
    ["insert into concepts (name, color) select 'x' || $1::text, '#FFFFFF'", 'concepts_color_check'],
    [
      "insert into notifications (user_id, type, actor_ids) values ($1, 'vote', array_fill($1::uuid, array[21]))",
      'notifications_actor_ids_check',
    ],
    [
      "insert into mail_items (member_id, kind, thing_id, thread_id) values ($1, 'sanction', $1, $1)",
      'mail_items_kind_check',
    ],
    [
      "insert into push_items (member_id, kind, thing_id) values ($1, 'sanction', $1)",
      'push_items_kind_check',
    ],
    [
      "insert into notification_choices (member_id, kind, email) values ($1, 'message', 'digest')",
      'notification_choices_message_check',
    ],
    ...[
      ['http://a b', 65, 16, 'push_subscriptions_endpoint_check'],
      ['ftp://push.example', 65, 16, 'push_subscriptions_endpoint_check'],
      [`https://push.example/${'x'.repeat(980)}`, 65, 16, 'push_subscriptions_endpoint_check'],
      ['https://push.example', 64, 16, 'push_subscriptions_p256dh_check'],
      ['https://push.example', 65, 17, 'push_subscriptions_auth_check'],
    ].map(([endpoint, key, secret, constraint]): [string, string] => [
      `with s as (
        insert into sessions (user_id, token, expires_at) values ($1, 'a', now() + interval '1 day') returning id)
      insert into push_subscriptions (session_id, member_id, endpoint, p256dh, auth)
      select id, $1, '${endpoint}', '${pushKey(Number(key))}', '${Buffer.alloc(Number(secret)).toString('base64url')}' from s`,
      String(constraint),
    ]),
    [
      `with c as (
        insert into moderation_cases (source, kind, target_id) values ('report', 'profile', $1) returning id)
      insert into reports (case_id, reason, weight) select id, 'spam', 1.1 from c`,
      'reports_weight_check',
    ],
  ])('%s is refused', async (statement, constraint) => {
    const author = await member()
    await newPost(author)
    await expect(rows(statement, author)).rejects.toMatchObject({ constraint })
  })

  // Without these indexes, deleting a member or a post would scan whole tables.
  test('every foreign key has an index that begins with its column', async () => {
    const missing = await rows(`
      select conrelid::regclass || '.' || attname as missing
      from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and connamespace = 'public'::regnamespace
        and not exists (select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`)
    expect(missing).toEqual([])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: rows of any statement
type Row = Record<string, any>

async function rows(statement: string, ...values: unknown[]): Promise<Row[]> {
  return (await pool.query(statement, values)).rows
}

let counter = 0

async function member(username: string | null = null): Promise<string> {
  const [user] = await rows(
    'insert into users (email, username) values ($1, $2) returning id',
    `m${++counter}@example.org`,
    username,
  )
  return user?.id
}

async function newConcept(): Promise<string> {
  const [concept] = await rows(
    "insert into concepts (name, color) values ($1, '#aabbcc') returning id",
    `Concept ${++counter}`,
  )
  return concept?.id
}

async function newPost(
  author: string,
  words: { title?: string; content_text?: string } = {},
): Promise<string> {
  const { title = 'Title', content_text = 'Words' } = words
  const [post] = await rows(
    'insert into posts (title, content, content_text, author_id) values ($1, $2, $2, $3) returning id',
    title,
    content_text,
    author,
  )
  return post?.id
}

async function newComment(post: string, author: string, parent: string | null = null): Promise<string> {
  const [comment] = await rows(
    "insert into comments (post_id, author_id, parent_id, content) values ($1, $2, $3, 'Words') returning id",
    post,
    author,
    parent,
  )
  return comment?.id
}

async function vote(user: string, post: string, type: number): Promise<void> {
  if (type === 0) {
    await rows('delete from votes where user_id = $1 and post_id = $2', user, post)
    return
  }
  await rows(
    `insert into votes (user_id, post_id, vote_type) values ($1, $2, $3)
     on conflict (post_id, user_id) where post_id is not null
     do update set vote_type = excluded.vote_type where votes.vote_type <> excluded.vote_type`,
    user,
    post,
    type,
  )
}

/** Turns a comment with replies into a stub, like content/comments/sql.server.ts. */
const STUB = "update comments set deleted_at = now(), content = '', author_id = null where id = $1"

async function drift(): Promise<Row[]> {
  return await rows('select * from counter_drift()')
}

/** Ignores errors caused by a concurrent deletion. Rethrows all others, above all deadlocks. */
function ignoreGone(error: { code?: string; constraint?: string }): void {
  if (error.code !== '23503' && error.constraint !== 'comments_reply_deleted') throw error
}

/** Returns zeros after the byte that begins an uncompressed point, in base64url. */
function pushKey(bytes: number): string {
  return Buffer.concat([Buffer.of(4), Buffer.alloc(bytes - 1)]).toString('base64url')
}
