import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Node, populate, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'

/**
 * Maximum duration in milliseconds of a response that does not need the locked table. It is well below five
 * seconds, after which statements that wait for the table time out.
 */
const EARLY_MS = 2500

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node
let ada: Awaited<ReturnType<typeof populate>>

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  ada = await populate(database.db)
  // Tests the queue. tests/faults/crawlers.test.ts tests the passes that guests otherwise need in a flood.
  await database.db.updateTable('site_settings').set({ guest_check: 'never' }).execute()
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path, RATE_LIMITS: 'on' }
  forum = await startNode({ ...env, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await forum?.end()
  await database.db.destroy()
  await folder.remove()
})

test('while the database is slow, members and cached pages are served, and guests beyond the queue are refused at once', async () => {
  const paths = ['/', '/rules', `/post/${ada.post}`]
  for (const path of paths) expect((await ask(path)).status).toBe(200)
  const { release } = await lockPosts()
  const writes = Array.from({ length: 5 }, (_, n) => ada.comment(forum.origin, `Comment ${n}`))
  // Sends more guest requests than the forum can run and queue, so that it must refuse some.
  const guests = Array.from({ length: 400 }, (_, n) =>
    ask(`/api/posts/${randomUUID()}`, `10.1.${n >> 8}.${n & 255}`),
  )
  try {
    await until(async () => (await forum.metric('guest_requests_refused_total')) > 0, 'a refusal', 5000)
    const refused = await ask('/api/notes')
    expect([refused.status, refused.wait]).toEqual([503, '5'])
    const read = await ask('/api/me', '10.0.0.9', { authorization: ada.headers.authorization })
    expect(read.status, 'a member').toBe(200)
    const kept = await Promise.all(paths.map((path) => ask(path)))
    expect(kept.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const { time } of [refused, read, ...kept]) expect(time).toBeLessThan(EARLY_MS)
  } finally {
    await release()
  }
  expect(new Set((await Promise.all(guests)).map(({ status }) => status))).toEqual(new Set([404, 503]))
  const answers = await Promise.all(writes)
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 503]))).toEqual(new Set())
  const written = await database.db.selectFrom('comments').select('id').execute()
  expect(written, 'all that was acknowledged, and nothing else').toHaveLength(
    answers.filter(({ status }) => status === 201).length,
  )
  expect((await ask(`/forum?search=${randomUUID()}`)).status, 'guests again').toBe(200)
  expect((await ada.comment(forum.origin, 'Afterwards.')).status).toBe(201)
})

async function ask(path: string, address = `10.0.0.${path.length}`, headers = {}) {
  const began = performance.now()
  const answer = await fetch(forum.origin + path, { headers: { 'x-forwarded-for': address, ...headers } })
  await answer.arrayBuffer()
  const time = performance.now() - began
  return { status: answer.status, wait: answer.headers.get('retry-after'), time }
}

/** Locks the posts table, so that statements about posts wait until `release` is called. */
async function lockPosts() {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = database.db.transaction().execute(async (trx) => {
    await sql`lock table posts in access exclusive mode`.execute(trx)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const release = () => {
    released.resolve()
    return holding
  }
  return { release }
}
