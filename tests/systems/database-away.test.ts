import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.server.ts'
import { migrate } from '../../src/db/migrate.server.ts'
import { type Node, populate, startNode } from './forum.ts'
import { find, type Postgres, startPostgres, temporaryFolder, until } from './programs.ts'
import { startCaddy, startHaproxy, startNginx } from './proxies.ts'

const PROXIES = Object.entries({ haproxy: startHaproxy, caddy: startCaddy, nginx: startNginx })
/** Number of health checks to wait for, one more than a proxy needs to remove a failing node. */
const LOOKS = 3

describe.skipIf(!find('postgres'))('while the database is stopped', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let servers: Awaited<ReturnType<typeof temporaryFolder>>
  let database: Postgres
  let node: Node
  let other: Neighbour
  let path: string
  const proxies = new Map<string, Awaited<ReturnType<typeof startNginx>>>()

  beforeAll(async () => {
    folder = await temporaryFolder()
    servers = await temporaryFolder({ ofDatabase: true })
    database = await startPostgres(join(servers.path, 'primary'))
    await migrate(database.url)
    const db = createDatabase(database.url)
    path = `/post/${(await populate(db)).post}`
    await db.destroy()
    node = await startNode({ DATABASE_URL: database.url, DATA_DIR: folder.path })
    other = await startNeighbour()
    for (const [name, start] of PROXIES)
      if (find(name)) proxies.set(name, await start(folder.path, [node.port, other.port]))
    for (const { origin, program } of proxies.values())
      await until(async () => (await fetch(origin + path)).ok, program.output)
    await database.end('SIGINT')
    await until(async () => (await node.get('/readyz')).status === 503, 'the node to notice')
    await other.isLookedAt(LOOKS, proxies.size - (proxies.has('nginx') ? 1 : 0))
  })
  afterAll(async () => {
    await Promise.all(Array.from(proxies.values(), ({ program }) => program.end()))
    await node?.end()
    other?.server.close()
    await Promise.all([folder.remove(), servers.remove()])
  })

  test.for(PROXIES)(
    '%s passes on to a node, which answers with what it has kept',
    async ([name], { skip }) => {
      const proxy = proxies.get(name)
      if (!proxy) return skip()
      const answer = await fetch(proxy.origin + path)
      expect(answer.status, proxy.program.output()).toBe(200)
      expect(await answer.text()).toContain('What stays')
    },
  )
})

interface Neighbour {
  server: Server
  port: number
  /** Resolves when this many proxies have made this many health checks. */
  isLookedAt(times: number, proxies: number): Promise<void>
}

/** Starts a fake second node that refuses requests and counts health checks. Both nodes get equally many. */
async function startNeighbour(): Promise<Neighbour> {
  /** Number of health checks by Host header. Each proxy sends a different Host header. */
  const looks = new Map<string, number>()
  const server = createServer(({ url, headers: { host = '' } }, response) => {
    const isLook = url?.startsWith('/readyz') ?? false
    if (isLook) looks.set(host, (looks.get(host) ?? 0) + 1)
    // Responds with 502 to other requests. nginx, which has no health checks, then tries the other node.
    response.writeHead(isLook ? 503 : 502).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const isLookedAt = async (times: number, proxies: number) => {
    looks.clear()
    const patient = () => Array.from(looks.values()).filter((count) => count >= times).length
    await until(() => patient() >= proxies, 'the proxies to look at their nodes')
  }
  return { server, port, isLookedAt }
}
