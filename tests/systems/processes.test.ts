import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { listen } from '../listen.ts'
import { type Node, populate, signUp, startNode } from './forum.ts'
import { find, type Redis, startRedis, temporaryFolder, until } from './programs.ts'

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let ada: Awaited<ReturnType<typeof populate>>
let env: Record<string, string>

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  ada = await populate(database.db)
  env = { DATABASE_URL: database.url, DATA_DIR: folder.path }
})
afterAll(async () => {
  await database.db.destroy()
  await folder.remove()
})

describe('two workers on one port', () => {
  let node: Node
  let redis: Redis | undefined
  beforeAll(async () => {
    if (find('redis-server') ?? find('valkey-server')) redis = await startRedis()
    const shared: Record<string, string> = redis ? { REDIS_URL: redis.url } : {}
    node = await startNode({ ...env, ...shared, WORKERS: '2', RATE_LIMITS: 'on' })
  })
  afterAll(async () => {
    await node.end()
    await redis?.end()
  })

  /** Header for a new connection per request, so that requests reach all workers in turn. */
  const once = { connection: 'close' }

  test('allow together what one allows, with Redis', async ({ skip }) => {
    if (!redis) skip()
    // Sends one request at a time. On a busy machine, Redis may answer late, and workers would count alone.
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) statuses.push((await ada.comment(node.origin, `Word ${n}`, once)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('answer the metrics of both', async () => {
    const before = await node.metric('http_request_duration_seconds_count')
    for (let n = 0; n < 10; n++) await node.get(`/api/posts/${ada.post}/none`, once)
    const asked = (await node.metric('http_request_duration_seconds_count')) - before
    expect(asked, 'ten, and the question before').toBe(11)
    expect(await node.metric('nodejs_version_info'), 'one line of both').toBeGreaterThan(0)
  })

  test('answer no metrics while one of them says nothing, as those of fewer would be lower', async () => {
    const { pid } = node.child
    const [, stopped] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
    const ask = (timeout: number) =>
      fetch(`${node.origin}/metrics`, { headers: once, signal: AbortSignal.timeout(timeout) }).then(
        ({ status }) => status,
        () => undefined,
      )
    process.kill(Number(stopped), 'SIGSTOP')
    // Every second connection goes to the stopped worker, so it gets no response.
    const statuses = await Promise.all(Array.from({ length: 6 }, () => ask(10_000)))
    process.kill(Number(stopped), 'SIGCONT')
    expect(new Set(statuses)).toEqual(new Set([503, undefined]))
    await until(async () => (await ask(15_000)) === 200, 'both to answer')
  }, 60_000)

  test('show what was written on either, and tell it', async () => {
    const pages = () =>
      Promise.all(Array.from({ length: 6 }, async () => (await node.get(`/post/${ada.post}`, once)).text()))
    await pages()
    const stream = listen((await node.get('/api/live', once)).body as ReadableStream<Uint8Array>)
    const others = await populate(database.db, 'kurt')
    for (let n = 0; n < 4; n++)
      expect(
        (
          await fetch(`${node.origin}/api/posts/${ada.post}/comments`, {
            method: 'POST',
            headers: { ...others.headers, ...once },
            body: JSON.stringify({ content: `Written by a worker, ${n}` }),
          })
        ).status,
      ).toBe(201)
    await until(
      async () => (await pages()).every((html) => html.includes('Written by a worker, 3')),
      'both to show it',
      3000,
    )
    await until(() => stream.messages().length >= 4, 'all events')
    await stream.leave()
  })
})

test('a process for pages leaves jobs to one for jobs, which serves no pages', async () => {
  const web = await startNode({ ...env, ROLE: 'web', TRUSTED_PROXIES: '127.0.0.1' })
  const outbox = async () => readdir(join(folder.path, 'outbox')).catch(() => [])
  try {
    await signUp(web, 'kim')
    await until(async () => (await web.metric('jobs_waiting')) > 0, 'a job to wait')
    expect(await outbox()).toEqual([])
    const jobs = await startNode({ ...env, ROLE: 'jobs' })
    await until(async () => (await outbox()).length > 0, 'the mail')
    expect((await jobs.get('/readyz')).status).toBe(200)
    expect((await jobs.get('/')).status).toBe(404)
    expect((await web.get('/')).status).toBe(200)
    await jobs.end()
    expect(jobs.child.exitCode).toBe(0)
    await expectReadinessGoesFirst(web)
  } finally {
    await web.end()
  }
})

/** Sends SIGTERM. Expects the readiness check to fail first, while the node still serves requests. */
async function expectReadinessGoesFirst(node: Node): Promise<void> {
  const readiness = async () => await (await node.get('/readyz?exclude=database')).text()
  expect(await readiness()).toBe('ready')
  node.child.kill('SIGTERM')
  await until(async () => (await readiness()) === 'about to stop', 'the node to say that it leaves')
  expect((await node.get('/')).status).toBe(200)
  expect((await node.get('/healthz')).status).toBe(200)
  await until(() => node.child.exitCode !== null, 'its end')
  expect(node.child.exitCode).toBe(0)
}
