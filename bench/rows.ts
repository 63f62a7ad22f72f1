import type pg from 'pg'
import { bearerOf } from './data.ts'
import type { Shot } from './load.ts'

/** A line of budgets.md: what is loaded, against which share of the calibrator, and what must hold afterwards. */
export interface Row {
  name: string
  /** Share of the calibrator's requests per second that is wanted. */
  budget: number
  /** Milliseconds at the 99th percentile, at most. */
  p99?: number
  cache: 'on' | 'off'
  /** Bytes that the calibrator answers with; else as many as the first shot's answer has. */
  bareBytes?: number
  shots(db: pg.Client): Promise<Shot[]>
  /** Throws if the writes of this row left anything wrong. */
  verify?(db: pg.Client): Promise<void>
}

const WRITERS = 60
const CSRF = 'benchbenchbenchbenchbenchbench32'

const shotOf = (path: string, encoding = 'identity'): Shot => {
  return { method: 'GET', path, headers: { accept: 'text/html', 'accept-encoding': encoding } }
}
const page = (path: string): Shot[] => [shotOf(path)]
const asMember = (member: number) => ({
  authorization: `Bearer ${bearerOf(member)}`,
  'content-type': 'application/json',
  'x-csrf-token': CSRF,
})

async function postIds(db: pg.Client, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from posts order by created_at desc limit $1', [
    limit,
  ])
  return rows.map(({ id }) => id)
}

/** A page that no cache has, as it is and compressed, which costs as much as half a list. */
function rendered(name: string, path: (db: pg.Client) => string | Promise<string>): Row[] {
  const row = { cache: 'off', p99: 100, bareBytes: 30_000 } as const
  return [
    { ...row, name: `${name}-rendered`, budget: 0.02, shots: async (db) => page(await path(db)) },
    { ...row, name: `${name}-brotli`, budget: 0.015, shots: async (db) => [shotOf(await path(db), 'br')] },
  ]
}

async function onePost(db: pg.Client): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    'select id from posts where comment_count > 20 order by id limit 1',
  )
  return `/post/${rows[0]?.id}`
}

export const rows: Row[] = [
  { name: 'forum-cached', budget: 0.6, cache: 'on', shots: async () => page('/forum') },
  { name: 'post-cached', budget: 0.6, cache: 'on', shots: async (db) => page(await onePost(db)) },
  { name: 'home-cached', budget: 0.6, cache: 'on', shots: async () => page('/') },
  ...rendered('forum', () => '/forum'),
  ...rendered('post', onePost),
  ...rendered('home', () => '/'),
  {
    // As a crawler walks through old posts: nothing of one page is on the next.
    name: 'crawl',
    budget: 0.02,
    p99: 100,
    cache: 'off',
    bareBytes: 30_000,
    shots: async (db) => (await postIds(db, 3000)).map((id) => shotOf(`/post/${id}`)),
  },
  {
    name: 'list-json',
    budget: 0.06,
    p99: 40,
    cache: 'on',
    shots: async () => [{ method: 'GET', path: '/api/posts', headers: asMember(1) }],
  },
  {
    name: 'marks-json',
    budget: 0.06,
    p99: 40,
    cache: 'on',
    shots: async (db) => {
      const query = `posts=${(await postIds(db, 50)).join(',')}`
      return Array.from({ length: WRITERS }, (_, member) => {
        return { method: 'GET', path: `/api/me/marks?${query}`, headers: asMember(member) }
      })
    },
  },
  {
    name: 'votes',
    budget: 0.07,
    cache: 'on',
    shots: async (db) => {
      const ids = await postIds(db, 200)
      return Array.from({ length: 2000 }, (_, n) => ({
        method: 'PUT',
        path: `/api/posts/${ids[(n * 37) % ids.length]}/vote`,
        headers: asMember(n % WRITERS),
        body: JSON.stringify({ vote_type: [1, -1, 0][Math.floor(n / WRITERS) % 3] }),
      }))
    },
    verify: exactScores,
  },
  {
    name: 'comments',
    budget: 0.02,
    cache: 'on',
    shots: async (db) => {
      const ids = await postIds(db, 200)
      return Array.from({ length: 2000 }, (_, n) => ({
        method: 'POST',
        path: `/api/posts/${ids[(n * 37) % ids.length]}/comments`,
        headers: asMember(n % WRITERS),
        body: JSON.stringify({
          content: `A measured comment, number ${n}, of about the usual length of one sentence.`,
        }),
      }))
    },
    verify: exactScores,
  },
]

async function exactScores(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ wrong: number }>(`
    select count(*)::int as wrong from posts p where
      votes_score <> (select coalesce(sum(vote_type), 0) from votes v where v.post_id = p.id)
      or comment_count <> (select count(*) from comments c where c.post_id = p.id and c.deleted_at is null)`)
  if (rows[0]?.wrong !== 0)
    throw new Error(`${rows[0]?.wrong} posts have counters that differ from their sources`)
}
