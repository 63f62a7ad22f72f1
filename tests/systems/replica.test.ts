import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { type Node, populate, startNode } from './forum.ts'
import { find, type Postgres, query, startPostgres, temporaryFolder, until } from './programs.ts'

/** Of writing while the replica is behind; after every third it has caught up. */
const ROUNDS = process.env.LONG_TESTS ? 9 : 6

const LOCKED = `select from pg_locks where relation = 'posts'::regclass and mode = 'AccessExclusiveLock'`

describe.skipIf(!find('pg_basebackup'))('a replica', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let servers: Awaited<ReturnType<typeof temporaryFolder>>
  let primary: Postgres
  let replica: Postgres
  let ada: Awaited<ReturnType<typeof populate>>
  const nodes: Node[] = []

  beforeAll(async () => {
    folder = await temporaryFolder()
    servers = await temporaryFolder({ ofDatabase: true })
    primary = await startPostgres(join(servers.path, 'primary'))
    await migrate(primary.url)
    replica = await startPostgres(join(servers.path, 'replica'), primary)
    const db = createDatabase(primary.url)
    ada = await populate(db)
    await db.destroy()
    for (let n = 0; n < 2; n++)
      nodes.push(
        await startNode({
          DATABASE_URL: primary.url,
          DATABASE_REPLICA_URL: replica.url,
          DATABASE_REPLICA_LAG: '5',
          DATA_DIR: join(folder.path, `node${n}`),
        }),
      )
  })
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.end()))
    await replica?.end('SIGINT')
    await primary?.end('SIGINT')
    await Promise.all([folder.remove(), servers.remove()])
  })

  const [here, there] = [() => nodes[0] as Node, () => nodes[1] as Node]
  const page = async (node: Node) => (await node.get(`/post/${ada.post}`)).text()
  const delay = (setting: string) =>
    query(replica.url, `alter system set recovery_min_apply_delay = '${setting}'`).then(() =>
      query(replica.url, 'select pg_reload_conf()'),
    )

  test('answers what guests read', async () => {
    await until(async () => (await here().metric('replica_left_out')) === 0, 'the replica')
    const before = await here().metric('replica_reads')
    for (const path of ['/', `/post/${ada.post}`, '/concepts', '/api/posts'])
      expect((await here().get(path)).status).toBe(200)
    expect(await here().metric('replica_reads')).toBeGreaterThan(before)
  })

  test('whose connections are all taken is too much, as with the primary', async () => {
    const primaryDb = createDatabase(primary.url)
    const ended = Promise.withResolvers<void>()
    const locking = primaryDb.transaction().execute(async (trx) => {
      await sql`lock table posts in access exclusive mode`.execute(trx)
      await ended.promise
    })
    await until(async () => (await query(replica.url, LOCKED)).length > 0, 'the replica to have the lock')
    const before = await here().metric('replica_reads')
    const reads = Array.from({ length: 10 }, (_, n) => here().get(`/api/posts?limit=${n + 1}`))
    try {
      await until(async () => (await here().metric('shed_level')) > 0, 'pressure', 4000)
      expect((await here().metric('replica_reads')) - before, 'it is the replica that is busy').toBe(10)
    } finally {
      ended.resolve()
    }
    await locking
    await primaryDb.destroy()
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(10).fill(200))
  })

  test('that is behind shows nobody an old byte', async () => {
    await delay('2s')
    for (let n = 0; n < ROUNDS; n++) {
      const words = `Said at last, number ${n}.`
      expect((await ada.comment(here().origin, words)).status).toBe(201)
      expect(await page(here()), 'at once, where it was written').toContain(words)
      const seen = Date.now()
      await until(async () => (await page(there())).includes(words), 'the other node to show it', 2000)
      expect(Date.now() - seen, 'before the replica has it').toBeLessThan(1900)
      // And then for good: nothing that was read before comes back.
      for (let again = 0; again < 3; again++)
        for (const node of nodes) expect(await page(node)).toContain(words)
      await sleep(n % 3 === 0 ? 2200 : 50)
    }
    const late = await Promise.all(nodes.map((node) => node.metric('replica_late_reads')))
    expect(Math.min(...late)).toBeGreaterThan(0)
    await delay('0')
  })

  test('that is behind shows no list, feed or answer without what is new', async () => {
    await delay('4s')
    const lists = ['/posts/latest', '/feeds/latest.atom', '/api/posts', `/api/posts/${ada.post}/comments`]
    const read = async (node: Node) => Promise.all(lists.map(async (path) => (await node.get(path)).text()))
    for (let n = 0; n < 2; n++) {
      const words = `All heard of it, number ${n}`
      await read(there())
      const body = JSON.stringify({ title: words, content: `<p>${words}.</p>` })
      const { headers } = ada
      const published = await fetch(`${here().origin}/api/posts`, { method: 'POST', headers, body })
      expect(published.status).toBe(201)
      expect((await ada.comment(here().origin, words)).status).toBe(201)
      const seen = Date.now()
      for (const node of [here(), there()])
        await until(async () => (await read(node)).every((text) => text.includes(words)), words, 3900)
      expect(Date.now() - seen, 'before the replica has it').toBeLessThan(3900)
      for (const node of nodes) for (const text of await read(node)) expect(text).toContain(words)
    }
    await delay('0')
  })

  test('that is behind keeps from nobody what they wrote themselves', async () => {
    await delay('2s')
    const { headers } = ada
    const words = 'Where is what I wrote?'
    expect((await ada.comment(here().origin, words)).status).toBe(201)
    const comments = await here().get(`/api/posts/${ada.post}/comments`, headers)
    expect(await comments.text(), 'where it was written').toContain(words)
    const bookmark = `${here().origin}/api/posts/${ada.post}/bookmark`
    expect((await fetch(bookmark, { method: 'PUT', headers })).status).toBe(200)
    const bookmarks = await there().get('/api/bookmarks', headers)
    expect(await bookmarks.text(), 'what is theirs alone, everywhere').toContain(ada.post)
    await delay('0')
  })

  test('that stands still holds up nobody for long', async () => {
    await until(async () => (await there().metric('replica_left_out')) === 0, 'the replica')
    const processes = [replica.child.pid as number, ...childrenOf(replica.child.pid as number)]
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    try {
      const began = Date.now()
      const paths = ['/community', '/thinkers', '/resources', '/api/notes', '/best-of']
      const answers = await Promise.all(paths.map((path) => there().get(path)))
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
      expect(Date.now() - began).toBeLessThan(4500)
      await until(async () => (await there().metric('replica_left_out')) === 1, 'the replica to be left out')
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    }
    await until(async () => (await there().metric('replica_left_out')) === 0, 'the replica to be back')
  })

  test('that is far behind is left out, and taken again', async () => {
    await delay('1min')
    expect((await ada.comment(here().origin, 'Far ahead.')).status).toBe(201)
    await until(async () => (await there().metric('replica_left_out')) === 1, 'the replica to be left out')
    expect(await there().metric('replica_lag_seconds')).toBeGreaterThan(5)
    const began = Date.now()
    expect(await page(there())).toContain('Far ahead.')
    expect(Date.now() - began, 'nobody waits for it').toBeLessThan(1000)
    await delay('0')
    await until(async () => (await there().metric('replica_left_out')) === 0, 'the replica to be back')
  })

  test('that goes away costs nobody an answer', async () => {
    await replica.end('SIGKILL')
    expect((await ada.comment(here().origin, 'Without a replica.')).status).toBe(201)
    const answers = await Promise.all(
      [here(), there()].flatMap((node) => [
        node.get('/concepts'),
        node.get('/community'),
        node.get(`/post/${ada.post}`),
      ]),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    await until(async () => (await here().metric('replica_left_out')) === 1, 'the replica to be left out')
    await until(async () => (await page(there())).includes('Without a replica.'), 'the other node')
  })
})

/** A server of PostgreSQL has a process for each connection. */
function childrenOf(pid: number): number[] {
  return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
}
