import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookie } from '../../src/accounts/session/session-cookie.server.ts'
import { createApp } from '../../src/app/app.server.ts'
import { createServices, type RunningServices, stopServices } from '../../src/app/services.server.ts'
import { createDatabase } from '../../src/db/database.server.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../src/db/embedded.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { removeAfterExit } from '../../src/db/temporary.server.ts'
import { loadConfig } from '../../src/platform/config/config.server.ts'
import { insertMembers, insertPosts } from '../../src/shell/demo/insert.server.ts'

/** The data folder of a forum whose database is stopped, paused and restarted. */
let folder: string
let database: EmbeddedDatabase
let services: RunningServices
let app: ReturnType<typeof createApp>
let cookie: string
let post: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-outage-'))
  removeAfterExit(folder)
  database = await startEmbedded(folder)
  await migrate(database.url)
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    AUTH_SECRET: 'x'.repeat(32),
  }
  services = createServices(loadConfig(settings))
  const [member] = await insertMembers(services.db, [{ username: 'ada', full_name: 'Ada Lin' }])
  const row = { title: 'Kept', content: '<p>Words.</p>', author_id: member as string }
  ;[post = ''] = await services.db.transaction().execute((trx) => insertPosts(trx, [row]))
  const token = crypto.randomUUID()
  await sql`insert into sessions (user_id, token, expires_at)
    values (${member}, ${token}, now() + interval '1 day')`.execute(services.db)
  cookie = sessionCookie(token, services.config).split(';')[0] ?? ''
  app = createApp(services)
})
afterAll(async () => {
  await stopServices(services)
  await database.stop()
  await rm(folder, { recursive: true, force: true })
})

const CSRF = 'outageoutageoutageoutageoutage12'
const HEADERS = { 'content-type': 'application/json', 'x-csrf-token': CSRF, 'sec-fetch-site': 'same-origin' }

async function ask(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = { cookie },
) {
  const url = `http://localhost:3000${path}`
  const init = { method, headers: { ...HEADERS, ...headers }, ...(body && { body: JSON.stringify(body) }) }
  const response = await app.fetch(new Request(url, init))
  const text = await response.text()
  return {
    status: response.status,
    wait: response.headers.get('retry-after'),
    headers: response.headers,
    text,
  }
}

/** Typical requests by members and guests: reads, writes and signing in. */
const REQUESTS: [string, string, object?, Record<string, string>?][] = [
  ['GET', '/api/me'],
  ['GET', '/api/me/marks?posts={post}'],
  ['GET', '/api/notifications'],
  ['GET', '/api/conversations'],
  ['GET', '/api/posts?limit=7', undefined, {}],
  ['GET', '/api/activity', undefined, {}],
  ['GET', '/feeds/latest.atom', undefined, {}],
  ['GET', '/sitemap.xml', undefined, {}],
  ['POST', '/api/posts', { title: 'New', content: '<p>Words.</p>' }],
  ['PUT', '/api/posts/{post}/vote', { vote_type: 1 }],
  ['POST', '/api/posts/{post}/comments', { content: 'Words.' }],
  ['POST', '/api/auth/sign-in/email', { email: 'ada@example.org', password: 'long enough' }, {}],
  ['POST', '/api/auth/sign-up/email', { email: 'bo@example.org', password: 'long enough' }, {}],
  ['POST', '/api/auth/request-password-reset', { email: 'ada@example.org' }, {}],
]

async function everythingIsUnavailable() {
  const answers = await Promise.all(
    REQUESTS.map(async ([method, path, body, headers]) => {
      const { status, wait } = await ask(method, path.replace('{post}', post), body, headers)
      return `${method} ${path} ${status} ${wait}`
    }),
  )
  expect(answers).toEqual(REQUESTS.map(([method, path]) => `${method} ${path} 503 5`))
}

async function servesAgain() {
  await expect.poll(async () => (await ask('GET', '/api/me')).status, { timeout: 15_000 }).toBe(200)
  expect(JSON.parse((await ask('GET', '/api/me')).text)).toMatchObject({ user: { username: 'ada' } })
}

test('while the database is stopped, everything says when to come again, and what is kept goes on', async () => {
  expect((await ask('GET', '/readyz')).status).toBe(200)
  const kept = await ask('GET', `/api/posts/${post}`, undefined, {})
  expect(kept.status).toBe(200)
  await database.stop()
  await everythingIsUnavailable()
  expect(await ask('GET', `/api/posts/${post}`, undefined, {})).toMatchObject({
    status: 200,
    text: kept.text,
  })
  expect([(await ask('GET', '/healthz')).status, (await ask('GET', '/readyz')).status]).toEqual([200, 503])
  database = await startEmbedded(folder)
  await servesAgain()
})

test('so it is while the database stands still, with its connections open', { tags: 'all' }, async () => {
  await ask('GET', '/api/me')
  const goOn = await pause()
  try {
    await everythingIsUnavailable()
    expect((await ask('GET', '/readyz')).status).toBe(503)
  } finally {
    goOn()
  }
  await servesAgain()
})

test('signing in says so, too, when the database is too busy for it', { tags: 'all' }, async () => {
  const { rows } = await sql<{ email: string }>`select email from users`.execute(services.backgroundDb)
  const input = { email: rows[0]?.email, password: 'long enough' }
  await services.backgroundDb.transaction().execute(async (trx) => {
    await sql`lock table accounts in access exclusive mode`.execute(trx)
    expect(await ask('POST', '/api/auth/sign-in/email', input, {})).toMatchObject({ status: 503, wait: '5' })
  })
})

test('a statement that takes too long is given up by the server, and by us if that does not answer', async () => {
  const db = createDatabase(database.url, { max: 1, statementTimeout: 200 })
  await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  const client = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const pid = client.rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  await expect(sql`select 1`.execute(db)).rejects.toThrow('Query read timeout')
  // The pool must open a new connection for this statement instead of reusing the stuck one.
  const other = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  expect(other.rows[0]?.pid).not.toBe(pid)
  process.kill(pid, 'SIGCONT')
  await db.destroy()
})

/** Pauses all processes of the database server, so that it does not respond. Returns a resume function. */
async function pause() {
  const postmaster = Number.parseInt(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8'), 10)
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity`.execute(services.backgroundDb)
  const pids = [postmaster, ...rows.map(({ pid }) => pid)]
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
}
