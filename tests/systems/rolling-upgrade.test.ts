import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { testDatabase } from '../database.ts'
import { populate, startNode } from './forum.ts'
import { find, temporaryFolder, until } from './programs.ts'
import { startHaproxy, startNginx } from './proxies.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** How often all nodes are replaced. */
const ROUNDS = process.env.LONG_TESTS ? 10 : 1
const CLIENTS = 6

let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
  await makeNextVersion()
})
afterAll(() => folder.remove())

describe.each([
  ['nginx', startNginx],
  ['haproxy', startHaproxy],
])('behind %s', (name, startProxy) => {
  // One proxy in the short form: each takes a quarter of a minute.
  test.skipIf(!find(name) || (name !== 'nginx' && !process.env.LONG_TESTS))(
    'nodes are replaced by those of another version, one by one, without a failed request',
    async () => {
      const database = await testDatabase()
      const ada = await populate(database.db)
      const start = (port: number, version: string) =>
        startNode(
          {
            DATABASE_URL: database.url,
            DATA_DIR: join(folder.path, name),
            PORT: String(port),
            DRAIN_SECONDS: '5', // as deploy/ says
          },
          version,
        )
      const ports = [await freePort(), await freePort()]
      const nodes = await Promise.all(ports.map((port) => start(port, root)))
      const proxy = await startProxy(folder.path, ports)
      const isThere = async () => (await fetch(`${proxy.origin}/healthz`)).ok
      await until(isThere, () => `a proxy: ${proxy.program.output()}`)
      const traffic = new Traffic(proxy.origin, ada)
      try {
        await until(() => traffic.done > 50, 'traffic')
        for (let round = 0; round < ROUNDS; round++)
          for (const [index, port] of ports.entries()) {
            await nodes[index]?.end()
            nodes[index] = await start(port, join(folder.path, 'next'))
            // The proxy looks again after a second.
            await sleep(1500)
          }
        const before = traffic.done
        await until(() => traffic.done > before + 100, 'traffic afterwards')
      } finally {
        await traffic.end()
        await Promise.all([...nodes.map((node) => node.end()), proxy.program.end()])
      }
      expect(traffic.failures.slice(0, 5)).toEqual([])
      expect(traffic.written.size).toBeGreaterThan(20)
      const rows = await database.db
        .selectFrom('comments')
        .select('content')
        .where('post_id', '=', ada.post)
        .execute()
      const kept = new Set(rows.map(({ content }) => content))
      expect([...traffic.written].filter((content) => !kept.has(content))).toEqual([])
      for (const node of nodes) expect(node.output()).not.toMatch(/"level":[56]0/)
      expect([...traffic.versions]).toEqual(['ok', 'next'])
      console.info(`${name}: ${traffic.done} requests, ${traffic.written.size} of them writes`)
    },
    120_000 * ROUNDS,
  )
})

type Person = Awaited<ReturnType<typeof populate>>

/** People who read and write without a pause, each on a connection that is kept. */
class Traffic {
  done = 0
  readonly failures: string[] = []
  readonly written = new Set<string>()
  readonly versions = new Set<string>()
  private isOver = false
  private readonly clients: Promise<void>[]
  private readonly origin: string
  private readonly ada: Person

  constructor(origin: string, ada: Person) {
    this.origin = origin
    this.ada = ada
    this.clients = Array.from({ length: CLIENTS }, (_, number) => this.act(number))
  }

  async end(): Promise<void> {
    this.isOver = true
    await Promise.all(this.clients)
  }

  private async act(number: number): Promise<void> {
    for (let n = 0; !this.isOver; n++) {
      const content = `Comment ${number}.${n} of ${this.origin}`
      await this.request('/', fetch(`${this.origin}/`))
      await this.request('post', fetch(`${this.origin}/post/${this.ada.post}`))
      await this.request('version', fetch(`${this.origin}/healthz`), async (answer) => {
        this.versions.add(await answer.text())
      })
      await this.request('me', fetch(`${this.origin}/api/me`, { headers: this.ada.headers }))
      if (n % 4 === number % 4)
        await this.request('comment', this.ada.comment(this.origin, content), () => this.written.add(content))
      await sleep(10)
    }
  }

  private async request(
    what: string,
    asked: Promise<Response>,
    then?: (answer: Response) => unknown,
  ): Promise<void> {
    try {
      const answer = await asked
      if (answer.status >= 400) this.failures.push(`${what}: ${answer.status} ${await answer.text()}`)
      else if (then) await then(answer)
      else await answer.arrayBuffer()
    } catch (error) {
      this.failures.push(`${what}: ${(error as Error).cause ?? error}`)
    }
    this.done++
  }
}

/** Ours, with a migration more, and saying so. */
async function makeNextVersion(): Promise<void> {
  const next = join(folder.path, 'next')
  await mkdir(next)
  for (const part of ['bin', 'dist', 'src', 'package.json'])
    await cp(join(root, part), join(next, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(next, 'node_modules'))
  await writeFile(
    join(next, 'src/db/migrations/9999_next.sql'),
    `ALTER TABLE posts ADD COLUMN next_version integer NOT NULL DEFAULT 0;
     ALTER TABLE comments ADD COLUMN next_version text;`,
  )
  const server = await readFile(join(next, 'bin/start.ts'), 'utf8')
  const listener = 'application.fetch(request, env))'
  if (!server.includes(listener)) throw new Error('bin/start.ts is written otherwise now')
  await writeFile(
    join(next, 'bin/start.ts'),
    server.replace(listener, `request.url.endsWith('/healthz') ? new Response('next') : ${listener}`),
  )
}
