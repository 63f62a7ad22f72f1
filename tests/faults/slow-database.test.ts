import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Node, populate, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'

/** Milliseconds within which whoever is refused hears of it, instead of after the five seconds of a statement. */
const EARLY_MS = 2500

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node
let ada: Awaited<ReturnType<typeof populate>>

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  ada = await populate(database.db)
  const env = { DATABASE_URL: database.url, DATA_DIR: folder.path, RATE_LIMITS: 'on' }
  forum = await startNode({ ...env, TRUSTED_PROXIES: '127.0.0.1' })
})
afterAll(async () => {
  await forum?.end()
  await database.db.destroy()
  await folder.remove()
})

test('while the database is slow and all connections are taken, others are refused early, and what is kept goes on', async () => {
  const paths = ['/', '/rules', `/post/${ada.post}`]
  for (const path of paths) expect((await ask(path)).status).toBe(200)
  const { release } = await lockPosts()
  // More than there are connections: each waits for the lock, or for one who does.
  const writes = Array.from({ length: 20 }, (_, n) => ada.comment(forum.origin, `Comment ${n}`))
  try {
    await until(async () => (await forum.metric('shed_level')) >= 2, 'pressure', 5000)
    const refused = await Promise.all([
      ask(`/forum?search=${randomUUID()}`),
      ask('/concepts'),
      ask('/api/notes'),
    ])
    for (const { status, wait, time } of refused) {
      expect([status, wait]).toEqual([503, '5'])
      expect(time).toBeLessThan(EARLY_MS)
    }
    for (const path of paths) {
      const { status, time } = await ask(path)
      expect(status, path).toBe(200)
      expect(time, path).toBeLessThan(EARLY_MS)
    }
  } finally {
    await release()
  }
  const answers = await Promise.all(writes)
  expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 503]))).toEqual(new Set())
  const written = await database.db.selectFrom('comments').select('id').execute()
  expect(written, 'all that was acknowledged, and nothing else').toHaveLength(
    answers.filter(({ status }) => status === 201).length,
  )
  await until(
    async () => (await ask(`/forum?search=${randomUUID()}`)).status === 200,
    'searches again',
    15_000,
  )
  expect((await ada.comment(forum.origin, 'Afterwards.')).status).toBe(201)
})

async function ask(path: string) {
  const began = performance.now()
  const headers = { 'x-forwarded-for': `10.0.0.${path.length}` }
  const answer = await fetch(forum.origin + path, { headers })
  await answer.arrayBuffer()
  const time = performance.now() - began
  return { status: answer.status, wait: answer.headers.get('retry-after'), time }
}

/** Nobody reads or writes posts until it is released. */
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
