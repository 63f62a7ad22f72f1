import type pg from 'pg'
import { postHref } from '../src/shared/branding/item-address.ts'
import { bearerOf } from '../tests/filled-forum/data.ts'

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Row {
  name: string
  shots(db: pg.Client): BenchRequest[] | Promise<BenchRequest[]>
  /** Throws if this row's requests have left a wrong counter in the database. */
  verify?(db: pg.Client): Promise<void>
}

const WRITERS = 60
const CSRF = 'benchbenchbenchbenchbenchbench32'

const page = (path: string): BenchRequest => ({ method: 'GET', path, headers: { accept: 'text/html' } })
const asMember = (member: number) => ({
  authorization: `Bearer ${bearerOf(member)}`,
  'content-type': 'application/json',
  'x-csrf-token': CSRF,
})
const three = (kind: string): Row[] => [
  { name: `/forum, ${kind}`, shots: () => [page('/forum')] },
  { name: `a post, ${kind}`, shots: async (db) => [page(await onePost(db))] },
  { name: `/, ${kind}`, shots: () => [page('/')] },
]

export const pages = {
  cached: [
    ...three('cached'),
    {
      name: 'posts.list for a member',
      shots: () => [{ method: 'GET', path: '/api/posts', headers: asMember(1) }],
    },
  ] satisfies Row[],
  rendered: [
    ...three('rendered'),
    // Simulates a crawler of old posts. No two pages share a card or comment, so fragment caches do not help.
    {
      name: 'a crawl of 3,000 posts',
      shots: async (db) => (await newestPosts(db, 3000)).map((post) => page(postHref(post))),
    },
  ] satisfies Row[],
}

export const writes: Row[] = [
  {
    name: 'votes',
    shots: (db) =>
      written(db, (id, n) => ({
        method: 'PUT',
        path: `/api/posts/${id}/vote`,
        body: { vote_type: [1, -1, 0][Math.floor(n / WRITERS) % 3] },
      })),
    verify: exactCounters,
  },
  {
    name: 'comments',
    shots: (db) =>
      written(db, (id, n) => ({
        method: 'POST',
        path: `/api/posts/${id}/comments`,
        body: { content: `A measured comment, number ${n}, of about the usual length of one sentence.` },
      })),
    verify: exactCounters,
  },
]

type Write = Pick<BenchRequest, 'method' | 'path'> & { body: object }

async function written(db: pg.Client, write: (post: string, n: number) => Write): Promise<BenchRequest[]> {
  const ids = (await newestPosts(db, 200)).map(({ id }) => id)
  return Array.from({ length: 2000 }, (_, n) => {
    const { body, ...rest } = write(ids[(n * 37) % ids.length] as string, n)
    return { ...rest, headers: asMember(n % WRITERS), body: JSON.stringify(body) }
  })
}

interface BenchPost {
  id: string
  title: string
}

async function newestPosts(db: pg.Client, limit: number): Promise<BenchPost[]> {
  return (await db.query<BenchPost>('select id, title from posts order by created_at desc limit $1', [limit]))
    .rows
}

export async function onePost(db: pg.Client): Promise<string> {
  const text = 'select id, title from posts where comment_count > 20 order by id limit 1'
  const post = (await db.query<BenchPost>(text)).rows[0]
  if (!post) throw new Error('No post has more than 20 comments.')
  return postHref(post)
}

async function exactCounters(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ wrong: number }>(`
    select count(*)::int as wrong from posts p where
      votes_score <> (select coalesce(sum(vote_type), 0) from votes v where v.post_id = p.id)
      or comment_count <> (select count(*) from comments c where c.post_id = p.id and c.deleted_at is null)`)
  if (rows[0]?.wrong !== 0) throw new Error(`${rows[0]?.wrong} posts have wrong counters`)
}
