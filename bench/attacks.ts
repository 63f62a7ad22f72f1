import type pg from 'pg'

/** One request of an attack. */
export interface Strike {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What guests do to a forum with its limits on. A guest is an address. */
export interface Attack {
  name: string
  guests: number
  /** Connections of each guest. */
  connections: number
  /**
   * flood: one request after the other; once: each connection sends one; hold: an answer that does not end stays open;
   * trickle: a body comes a byte a second.
   */
  manner: 'flood' | 'once' | 'hold' | 'trickle'
  /** The nth request of a guest. Whatever goes to a worker is data, so it is made of a template with {n} and {guest}. */
  strikes: Strike[]
}

const CSRF = 'benchbenchbenchbenchbenchbench32'
const JSON_HEADERS = { 'content-type': 'application/json', 'x-csrf-token': CSRF }
const PASSWORD = 'wrong but long enough'
/** Bytes that a trickled picture claims to have. */
const PICTURE = 1_000_000

/** The attacks of budgets.md, “what one guest can do to others”. */
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

const UPLOAD: Strike = {
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

function auth(path: string, body: object): Strike {
  return { method: 'POST', path, headers: JSON_HEADERS, body: JSON.stringify(body) }
}

/** Those that stand in most posts: a search for them finds the most, and has the most to rank. */
async function commonWords(db: pg.Client, count: number): Promise<string> {
  const { rows } = await db.query<{ word: string }>(
    `select word from ts_stat('select search_vector from post_search where n % 20 = 0')
     where word ~ '^[a-z]{2,8}$' order by ndoc desc limit $1`,
    [count],
  )
  return rows.map(({ word }) => word).join('+')
}
