import type pg from 'pg'

export interface AttackRequest {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** An attack by guests on a forum with rate limits. Each guest has its own IP address. */
export interface Attack {
  name: string
  guests: number
  /** Number of connections per guest. */
  connections: number
  /**
   * - flood: each connection sends one request after the other
   * - once: each connection sends one request
   * - hold: each connection requests an endless response and keeps the connection open
   * - trickle: each connection sends its request body at one byte per second
   */
  manner: 'flood' | 'once' | 'hold' | 'trickle'
  /** Requests, sent in turn, with placeholders ({n}, {n50}, {guest}): workers cannot receive functions. */
  strikes: AttackRequest[]
}

const CSRF = 'benchbenchbenchbenchbenchbench32'
const JSON_HEADERS = { 'content-type': 'application/json', 'x-csrf-token': CSRF }
const PASSWORD = 'wrong but long enough'
/** Declared size in bytes of the avatar that is uploaded one byte per second. */
const PICTURE = 1_000_000

/** Returns the attacks that one guest can make on others. */
export async function attacks(db: pg.Client): Promise<Attack[]> {
  return [
    { name: 'nothing', guests: 0, connections: 0, manner: 'flood', strikes: [] },
    ...searches(await commonWords(db, 34)),
    flood('unknown addresses', ['/no-such-page-{n}', '/post/{n}', '/profile/nobody{n}']),
    flood('unknown parameters', ['/forum?x={n}', '/?x={n}', '/api/posts?x={n}', '/concepts?x={n}']),
    ...passwords(),
    { name: 'uploads', guests: 10, connections: 4, manner: 'trickle', strikes: [UPLOAD] },
    { name: 'streams', guests: 10, connections: 80, manner: 'hold', strikes: [{ path: '/api/live' }] },
  ]
}

const UPLOAD: AttackRequest = {
  method: 'PUT',
  path: '/api/me/avatar',
  headers: { 'content-type': 'image/png', 'content-length': String(PICTURE), 'x-csrf-token': CSRF },
}

function searches(words: string): Attack[] {
  const search = (extra: string) => ({ path: `/api/posts?search=${words}+{n}${extra}` })
  return [
    {
      name: 'searches, one guest',
      guests: 1,
      connections: 20,
      manner: 'flood',
      strikes: [
        { path: `/api/posts?search=${words}&limit={n50}&sort=top` },
        { path: `/api/posts?search=${words}&author=member{n50}&sort=top` },
      ],
    },
    {
      name: 'searches',
      guests: 10,
      connections: 20,
      manner: 'flood',
      strikes: [
        search(''),
        search('&author=member0'),
        { path: `/forum?search=${words}+{n}` },
        { path: '/api/suggestions?search={n}+human' },
        { path: '/api/profiles?search=mem{n}' },
      ],
    },
  ]
}

function passwords(): Attack[] {
  return [
    {
      name: 'sign-ins',
      guests: 10,
      connections: 60,
      manner: 'once',
      strikes: [
        auth('/api/auth/sign-in/email', { email: 'member{n}{guest}@bench.invalid', password: PASSWORD }),
      ],
    },
    {
      name: 'sign-ups',
      guests: 10,
      connections: 60,
      manner: 'once',
      strikes: [
        auth('/api/auth/sign-up/email', {
          email: `guest{n}.{guest}.${Date.now()}@bench.invalid`,
          password: PASSWORD,
        }),
      ],
    },
  ]
}

function flood(name: string, paths: string[]): Attack {
  return { name, guests: 10, connections: 8, manner: 'flood', strikes: paths.map((path) => ({ path })) }
}

function auth(path: string, body: object): AttackRequest {
  return { method: 'POST', path, headers: JSON_HEADERS, body: JSON.stringify(body) }
}

/** Returns the most frequent words, because a search for them has the most matches to rank. */
async function commonWords(db: pg.Client, count: number): Promise<string> {
  const { rows } = await db.query<{ word: string }>(
    `select word from ts_stat('select search_vector from post_search where n % 20 = 0')
     where word ~ '^[a-z]{2,8}$' order by ndoc desc limit $1`,
    [count],
  )
  return rows.map(({ word }) => word).join('+')
}
