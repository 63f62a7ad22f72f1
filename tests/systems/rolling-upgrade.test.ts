import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Node, populate, startNode } from './forum.ts'
import { find, temporaryFolder, until } from './programs.ts'
import { startCaddy, startHaproxy, startNginx } from './proxies.ts'
import { CLIENTS, Traffic } from './traffic.ts'
import { announceFiles, makeVersions } from './versions.ts'

/** Number of times that every node is replaced. */
const ROUNDS = 1

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let versions: Awaited<ReturnType<typeof makeVersions>>

beforeAll(async () => {
  folder = await temporaryFolder()
  versions = await makeVersions(folder.path)
  await announceFiles(versions)
}, 180_000)
afterAll(() => folder.remove())

describe.each([
  ['nginx', startNginx, 1],
  ['nginx', startNginx, 2],
  ['haproxy', startHaproxy, 1],
  ['haproxy', startHaproxy, 2],
  ['caddy', startCaddy, 1],
])('behind %s', (name, startProxy, workers) => {
  test.skipIf(!find(name))(
    'nodes are replaced by those of another version, one by one, without a failed request',
    async () => {
      const database = await testDatabase()
      const ada = await populate(database.db)
      const env = {
        DATABASE_URL: database.url,
        DATA_DIR: join(folder.path, `${name}-${workers}`),
        TRUSTED_PROXIES: '127.0.0.1',
        WORKERS: String(workers),
      }
      const start = (port: number, version: string) => startNode({ ...env, PORT: String(port) }, version)
      const ports = [await freePort(), await freePort()]
      const nodes = await Promise.all(ports.map((port) => start(port, versions.former)))
      const proxy = await startProxy(folder.path, ports)
      const isThere = async () => (await fetch(`${proxy.origin}/healthz`)).ok
      await until(isThere, () => `a proxy: ${proxy.program.output()}`)
      const traffic = new Traffic(proxy.origin, ada)
      try {
        await until(() => traffic.done > 200 && traffic.events > 0, 'traffic')
        for (let round = 0; round < ROUNDS; round++)
          for (const [index, port] of ports.entries()) {
            await nodes[index]?.end()
            nodes[index] = await start(port, versions.next)
            await until(() => isUsed(nodes[index] as Node), 'the proxy to give it requests')
          }
        const { done, events } = traffic
        await until(() => traffic.done > done + 400 && traffic.events > events, 'traffic afterwards')
      } finally {
        await traffic.end()
        // Kills the nodes, because no clients are left that need an orderly shutdown.
        await Promise.all([...nodes.map((node) => node.end('SIGKILL')), proxy.program.end()])
      }
      await expectNothingLost(traffic, database)
      for (const node of nodes) expect(node.output()).not.toMatch(/"level":[56]0/)
    },
    // Time limit of this test in milliseconds. On a busy machine, each round takes up to two minutes.
    300_000 * ROUNDS,
  )
})

async function isUsed(node: Node): Promise<boolean> {
  return (await node.metric('page_cache_hits')) > 0
}

async function expectNothingLost(traffic: Traffic, { db }: TestDatabase): Promise<void> {
  const { done, failures, written, streams, files } = traffic
  expect(failures.slice(0, 5)).toEqual([])
  expect(written.size).toBeGreaterThan(20)
  expect([...traffic.versions]).toEqual(['former', 'next'])
  expect(streams.length, 'streams that were opened again').toBeGreaterThan(CLIENTS)
  const rows = await db.selectFrom('comments').select('content').execute()
  const kept = new Set(rows.map(({ content }) => content))
  expect([...written].filter((content) => !kept.has(content))).toEqual([])
  console.info(
    `${done} requests, ${written.size} of them writes, ${files.size} files, ${streams.length} streams`,
  )
}
