// Sends a mix of normal and malicious requests. Each guest has its own IP address.
import sharp from 'sharp'
import { type LinkedPost, postHref } from '../../src/shared/branding/item-address.ts'

/** Number of concurrent requests. */
const AT_ONCE = 12
/** Maximum number of open event streams. Opening another one closes the oldest. */
const STREAMS = 50
const CSRF = 'benchbenchbenchbenchbenchbench32'
const JSON_HEADERS = { 'content-type': 'application/json', 'x-csrf-token': CSRF }
const ENCODINGS = ['br', 'gzip', 'identity'] as const

/** The forum to test. It must trust this machine as a proxy, because guests send made-up IP addresses. */
export interface MixTarget {
  origin: string
  posts: readonly { id: string; title: string }[]
  /** `Authorization` headers of members. */
  members: readonly string[]
}

interface Request {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** Builds the nth request of a kind. */
type Kind = (n: number, mixed: MixTarget) => Request

const KINDS = {
  page: (n, { posts }) => ({ path: postHref(posts[n % posts.length] as LinkedPost) }),
  'page with odd parameters': (n) => ({ path: `/forum?x=${n}&utm_source=${n}` }),
  'page that is none': (n) => ({ path: `/no-such-page-${n}-${'x'.repeat(n % 500)}` }),
  'front page': () => ({ path: '/' }),
  list: (n) => ({ path: `/api/posts?limit=${1 + (n % 50)}&sort=top` }),
  search: (n) => ({ path: `/api/posts?search=word${n}` }),
  'member who is none': (n) => ({ path: `/api/profiles/nobody${n}` }),
  'forged session': (n) => ({ path: '/api/me', headers: { cookie: `threshold.session_token=${n}.AAAA` } }),
  'own reads': (n, mixed) => ({ path: '/api/me', headers: asMember(n, mixed) }),
  vote: (n, mixed) => ({
    ...json('PUT', `/api/posts/${mixed.posts[n % mixed.posts.length]?.id}/vote`, {
      vote_type: n % 2 ? 1 : -1,
    }),
    headers: asMember(n, mixed),
  }),
  comment: (n, mixed) => ({
    ...json('POST', `/api/posts/${mixed.posts[n % mixed.posts.length]?.id}/comments`, {
      content: `Comment ${n}.`,
    }),
    headers: asMember(n, mixed),
  }),
  note: (n, mixed) => ({
    ...json('POST', '/api/notes', { content: `Note ${n}.` }),
    headers: asMember(n, mixed),
  }),
  'sign-in': (n) => ({
    ...json('POST', '/api/auth/sign-in/email', {
      email: `member${n}@bench.invalid`,
      password: 'no password',
    }),
    headers: JSON_HEADERS,
  }),
  picture: (n, mixed) => ({
    path: '/api/me/avatar',
    method: 'PUT',
    headers: { ...asMember(n, mixed), 'content-type': 'image/png' },
    body: PICTURE,
  }),
  stream: () => ({ path: '/api/live' }),
} satisfies Record<string, Kind>
export type MixedKind = keyof typeof KINDS

/** Share of each kind of request in percent. Slow and rate-limited requests are rare, as in production. */
const SHARES: Record<MixedKind, number> = {
  page: 36,
  'page with odd parameters': 8,
  'page that is none': 8,
  'front page': 8,
  list: 8,
  search: 5,
  'member who is none': 6,
  'forged session': 4,
  'own reads': 7,
  vote: 4,
  comment: 1.5,
  note: 1.5,
  'sign-in': 0.5,
  picture: 0.5,
  stream: 2,
}
const PICTURE = new Uint8Array(
  await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer(),
)
/** The order in which kinds of requests are sent: 200 requests, evenly mixed by share, and repeated. */
const ORDER = (Object.keys(SHARES) as MixedKind[])
  .flatMap((kind) =>
    Array.from({ length: SHARES[kind] * 2 }, (_, n) => ({ kind, at: (n + 0.5) / SHARES[kind] })),
  )
  .sort((a, b) => a.at - b.at)
  .map(({ kind }) => kind)

/** Number of responses by kind of request and status. */
export type Answers = Record<MixedKind, Record<number, number>>

/** Sends `count` requests, numbered from `first`, and adds their responses to `answers`. */
export async function sendMix(
  mixed: MixTarget,
  first: number,
  count: number,
  answers = noAnswers(),
): Promise<Answers> {
  const streams: ReadableStream[] = []
  let next = first
  const client = async () => {
    for (let n = next++; n < first + count; n = next++) {
      const kind = ORDER[n % ORDER.length] as MixedKind
      const { ok, status, body } = await send(mixed, n, kind)
      answers[kind][status] = (answers[kind][status] ?? 0) + 1
      if (kind === 'stream' && ok && body) streams.push(body)
      else await body?.pipeTo(new WritableStream())
      if (streams.length > STREAMS) await streams.shift()?.cancel()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  await Promise.all(streams.map((stream) => stream.cancel()))
  return answers
}

function noAnswers(): Answers {
  return Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, {}])) as Answers
}

function send({ origin, ...rest }: MixTarget, n: number, kind: MixedKind): Promise<Response> {
  const { path, headers, ...init }: Request = KINDS[kind](n, { origin, ...rest })
  const common = { 'x-forwarded-for': addressOf(n), 'accept-encoding': ENCODINGS[n % 3] ?? 'br' }
  return fetch(origin + path, { ...init, headers: { ...common, ...headers }, redirect: 'manual' })
}

/** Returns a different IP address for each request number. Every third one is IPv6. */
function addressOf(n: number): string {
  const [high, low] = [(n >> 8) & 0xffff, n & 0xff]
  return n % 3 === 0
    ? `2001:db8:${high.toString(16)}:${low.toString(16)}::1`
    : `10.${high >> 8}.${high & 255}.${low}`
}

function asMember(n: number, { members }: MixTarget): Record<string, string> {
  return { ...JSON_HEADERS, authorization: members[n % members.length] ?? '' }
}

function json(method: string, path: string, content: object): Request {
  return { method, path, body: JSON.stringify(content) }
}
