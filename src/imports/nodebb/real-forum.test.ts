import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDump, isAnywhere, summaryOf } from '../../../tests/import-dumps.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { verifyImported } from '../../accounts/sign-in/imported-password.server.ts'
import { GuestQueues } from '../../core/guest-queues.server.ts'
import { oldAddresses } from '../old-addresses.server.ts'
import type { ImportReport } from '../report/report.server.ts'
import { nodebb } from './nodebb.server.ts'

/**
 * A dump of a community in NodeBB 4.15.1, and what guests and its admin could read of it through NodeBB's API. Its
 * private categories, group conversations and scheduled topics contain the word CANARY.
 */
const FIXTURE = fileURLToPath(new URL('../../../tests/fixtures/nodebb-4.15.1', import.meta.url))
const CANARY = 'zanzibarkiwi'
const before: Community = JSON.parse(readFileSync(`${FIXTURE}.json`, 'utf8'))

interface Community {
  topics: Topic[]
  /** Number, author, time, time of the edit, score and the answered post of each reply. */
  comments: string[]
  members: {
    id: string
    name: string
    slug: string
    email: string | null
    is_verified: boolean
    is_banned: boolean
  }[]
  passwords: Record<string, string>
  /** What guests could not read, or what did not exist. */
  hidden: { topics: string[]; posts: string }
}
interface Topic {
  id: string
  title: string
  slug: string
  author: string | null
  concepts: string[]
  at: number
  score: number
  views: number
  is_locked?: boolean
  is_pinned?: boolean
  /** Numbers of the first post and of all replies in their order, including deleted ones. */
  posts: string
}

let world: World
let report: ImportReport

beforeAll(async () => {
  world = await makeWorld()
  report = await importDump(world, nodebb, `${FIXTURE}.sql.zst`)
})
afterAll(() => world.close())

test('everything is explained', async () => {
  expect(report.topics.different).toEqual([])
  expect(report.is_complete).toBe(true)
  expect(summaryOf(report)).toEqual([
    ['member', 35, 35, []],
    ['concept', 20, 15, ['5 is a private category']],
    ['post', 43, 34, ['3 was deleted', '6 is in a private category']],
    [
      ...['comment', 368, 315],
      [
        '18 has no topic',
        '21 its topic is in a private category',
        '7 its topic was deleted',
        '7 was deleted',
      ],
    ],
    ['vote', 759, 680, ['79 what it belongs to was not imported']],
    ['bookmark', 91, 80, ['11 what it belongs to was not imported']],
    ['follow', 46, 46, []],
    ['block', 3, 3, []],
    ['message', 21, 14, ['1 was deleted', '6 its conversation does not have exactly two members']],
    ['sanction', 3, 3, []],
    ['address', 151, 151, []],
  ])
  expect((await sql`select * from counter_drift()`.execute(world.db)).rows).toEqual([])
})

test('private words are in no table', async () => {
  expect(await isAnywhere(world, CANARY)).toBe(false)
})

test('topics are as they were', async () => {
  const { rows } = await sql<Omit<Topic, 'slug' | 'posts'>>`
    select i.old_id as id, p.title, m.old_id as author, p.votes_score as score, p.view_count as views,
      extract(epoch from p.created_at)::float8 * 1000 as at, p.locked_at is not null as is_locked, p.is_pinned,
      (select array_agg(lower(c.name)) from post_concepts k join concepts c on c.id = k.concept_id
       where k.post_id = p.id) as concepts
    from imported i join posts p on p.id = i.id
    left join imported m on m.kind = 'member' and m.id = p.author_id where i.kind = 'post'`.execute(world.db)
  const here = new Map(rows.map((row) => [row.id, { ...row, concepts: row.concepts.sort() }]))
  expect(here.size).toBe(before.topics.length)
  for (const { slug: _, posts: __, title, is_locked = false, is_pinned = false, ...topic } of before.topics)
    expect
      .soft(here.get(topic.id))
      .toEqual({ ...topic, title: title.slice(0, 200).trim(), is_locked, is_pinned })
})

test('a title that is too long is above the text', async () => {
  const title = before.topics.map((topic) => topic.title).find(({ length }) => length > 200)
  const posts = await world.db
    .selectFrom('posts')
    .select('content')
    .where('content', 'like', `<p>${title}</p>%`)
    .execute()
  expect(posts).toHaveLength(1)
})

test('comments have author, time, score and what they answer', async () => {
  const { rows } = await sql<{ comment: string }>`
    select concat_ws(' ', i.old_id, coalesce(m.old_id, '-'), (extract(epoch from c.created_at) * 1000)::bigint,
      coalesce((extract(epoch from c.edited_at) * 1000)::bigint::text, '-'), c.votes_score, coalesce(a.old_id, '-')) as comment
    from imported i join comments c on c.id = i.id
    left join imported m on m.kind = 'member' and m.id = c.author_id
    left join imported a on a.kind = 'comment' and a.id = coalesce(c.answered_id, c.parent_id)
    where i.kind = 'comment'`.execute(world.db)
  expect(rows.map(({ comment }) => comment).sort()).toEqual(before.comments.sort())
})

test('members have their name, address and suspension', async () => {
  const { rows } = await sql`
    select i.old_id as id, coalesce(p.full_name, p.username) as name,
      case when u.email not like '%@imported.invalid' then u.email end as email, u.email_verified as is_verified,
      exists (select from sanctions s where s.member_id = p.id) as is_banned
    from imported i join users u on u.id = i.id join profiles p on p.id = u.id where i.kind = 'member'
    order by i.old_id::integer`.execute(world.db)
  expect(rows).toEqual(before.members.map(({ slug: _, ...member }) => member))
})

test.each(Object.entries(before.passwords))('member %s has the password "%s"', async (member, password) => {
  const { rows } = await sql<{ password: string }>`
    select a.password from imported i join accounts a on a.user_id = i.id
    where i.kind = 'member' and i.old_id = ${member}`.execute(world.db)
  expect(await verifyImported(rows[0]?.password ?? '', password)).toBe(true)
})

/** Old addresses with the kind and old id of the item that each one led to. */
function* addresses(): Generator<[path: string, kind: string, oldId: string]> {
  const isHere = new Set(before.comments.map((comment) => comment.split(' ')[0]))
  for (const { id, slug, posts } of before.topics) {
    yield [`/topic/${id}`, 'post', id]
    yield [`/topic/${slug}`, 'post', id]
    for (const [index, post] of posts.split(' ').entries()) {
      yield [
        `/topic/${slug}/${index + 1}`,
        ...(isHere.has(post) ? (['comment', post] as const) : (['post', id] as const)),
      ]
      if (index === 0) yield [`/post/${post}`, 'post', id]
      else if (isHere.has(post)) yield [`/post/${post}`, 'comment', post]
    }
  }
  for (const { id, slug } of before.members) {
    yield [`/user/${slug}`, 'member', id]
    yield [`/uid/${id}/topics`, 'member', id]
  }
  yield ['/category/6/steam', 'concept', '6']
  yield ['/tags/q%20and%20a', 'concept', 'tag:q and a']
}

test('addresses lead to what they named, and not to what guests could not read', async () => {
  const { rows } = await sql<{ key: string; id: string }>`
    select kind || ' ' || old_id as key, coalesce(p.username, i.id::text) as id
    from imported i left join profiles p on p.id = i.id where i.id is not null`.execute(world.db)
  const ids = new Map(rows.map(({ key, id }) => [key, id]))
  const routes = oldAddresses(world.services, new GuestQueues(world.services))
  const ask = async (path: string) => routes.request(encodeURI(decodeURI(path)))
  for (const [path, kind, oldId] of addresses()) {
    const response = await ask(path)
    expect.soft(response.status, path).toBe(301)
    expect.soft(response.headers.get('location'), path).toContain(ids.get(`${kind} ${oldId}`))
  }
  for (const topic of before.hidden.topics)
    expect.soft((await ask(`/topic/${topic}`)).status, topic).toBe(404)
  for (const post of before.hidden.posts.split(' '))
    expect.soft((await ask(`/post/${post}`)).status, post).toBe(404)
})
