import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type LiveListener, listen } from '../listen.ts'
import { type Node, populate, startNode } from './forum.ts'
import { find, type Redis, startRedis, temporaryFolder, until } from './programs.ts'

/** Time limits in ms until all nodes show a comment. Nodes without messages cache pages for up to 10 s. */
const WITHOUT_MESSAGES_MS = 20_000
const WITH_MESSAGES_MS = 5000

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let ada: Awaited<ReturnType<typeof populate>>

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  ada = await populate(database.db)
})
afterAll(async () => {
  await database.db.destroy()
  await folder.remove()
})

function startNodes(count: number, env: Record<string, string> = {}): Promise<Node[]> {
  const start = (n: number) =>
    startNode({ DATABASE_URL: database.url, DATA_DIR: join(folder.path, `node${n}`), ...env })
  return Promise.all(Array.from({ length: count }, (_, n) => start(n)))
}

const page = async (node: Node) => (await node.get(`/post/${ada.post}`)).text()

/** Posts a comment on one node and waits until all nodes show it. */
async function write(words: string, on: Node, nodes: Node[], milliseconds = WITH_MESSAGES_MS, member = ada) {
  const { headers } = member
  const body = JSON.stringify({ content: words })
  const path = `/api/posts/${ada.post}/comments`
  const answer = await fetch(on.origin + path, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
  const isShown = async () => (await Promise.all(nodes.map(page))).every((html) => html.includes(words))
  await until(isShown, `all to show: ${words}`, milliseconds)
}

describe('two nodes over the database', () => {
  let nodes: [Node, Node]

  beforeAll(async () => {
    nodes = (await startNodes(2)) as [Node, Node]
  }, 180_000)
  afterAll(() => Promise.all((nodes ?? []).map((node) => node.end())))

  const cutConnections = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'threshold bus' and datname = current_database()`.execute(database.db)

  test('show what was written on either', async () => {
    for (const node of nodes) await write(`Written on ${node.port}.`, node, nodes)
  })

  test('that lose their connection drop all pages, say that something was missed, and miss nothing', async () => {
    const [here, there] = nodes
    const stream: LiveListener = listen((await here.get('/api/live')).body as ReadableStream<Uint8Array>)
    await until(() => stream.lastId() !== undefined, 'the stream')
    for (let n = 0; n < 3; n++) {
      // The node may still be dropping its pages because of the former loss.
      const keepPage = async () => {
        await page(here)
        return Number(await here.metric('page_cache_answers')) > 0
      }
      await until(keepPage, 'a cached page')
      await cutConnections()
      await write(`Said meanwhile, number ${n}.`, there, nodes)
      await until(
        () => stream.messages().filter(({ type }) => type === 'missed').length > n,
        'the stream to hear of it',
      )
    }
    await cutConnections()
    await until(async () => (await here.metric('page_cache_answers')) === 0, 'the pages to be dropped')
    await stream.leave()
  })
})

describe.skipIf(!find('redis-server') && !find('valkey-server'))('three nodes, and a Redis', () => {
  let redis: Redis | undefined
  let port: number
  let nodes: [Node, Node, Node]

  // Starts the nodes while Redis is not running.
  beforeAll(async () => {
    port = await freePort()
    const env = { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMITS: 'on' }
    nodes = (await startNodes(3, env)) as [Node, Node, Node]
  }, 180_000)
  afterAll(async () => {
    await Promise.all((nodes ?? []).map((node) => node.end()))
    await redis?.end()
  })

  const areAlone = () => Promise.all(nodes.map((node) => node.metric('rate_limits_alone')))

  test('that start while Redis is away serve, count alone and say so', async () => {
    await write('Written before Redis.', nodes[0], nodes, WITHOUT_MESSAGES_MS)
    for (const node of nodes) expect((await ada.comment(node.origin, 'One more.')).status).toBe(201)
    expect(await areAlone()).toEqual([1, 1, 1])
    for (const node of nodes) expect(node.output()).toMatch('rate limits apply per process')
  })

  test('allow together what one allows, once it is there', async () => {
    redis = await startRedis(port)
    const kurt = await populate(database.db, 'kurt')
    await until(async () => {
      for (const node of nodes) await kurt.comment(node.origin, 'Is it there?')
      return (await areAlone()).every((alone) => alone === 0)
    }, 'Redis to count')
    // If Redis answered late on a busy machine, the count is undefined. Then tries again with another member.
    const counts: (number | undefined)[] = []
    for (const name of ['eve', 'mia', 'lea']) if (!counts.includes(30)) counts.push(await granted(name))
    expect(counts.filter((count) => count !== undefined)).toEqual([30])
  })

  /** Returns how many comments of a new member the nodes accept, or undefined if one could not use Redis. */
  async function granted(username: string): Promise<number | undefined> {
    const member = await populate(database.db, username)
    const fallbacks = () =>
      nodes.reduce((sum, node) => sum + node.output().split('rate limits apply per process').length, 0)
    const before = fallbacks()
    const statuses: number[] = []
    for (let n = 0; n < 42; n++)
      statuses.push((await member.comment((nodes[n % 3] as Node).origin, `Word ${n}`)).status)
    expect(statuses.every((status) => status === 201 || status === 429)).toBe(true)
    if (fallbacks() !== before) return undefined
    return statuses.filter((status) => status === 201).length
  }

  test('show over Redis what was written on any of them', async () => {
    const joe = await populate(database.db, 'joe')
    for (const node of nodes) await write(`With Redis on ${node.port}.`, node, nodes, WITH_MESSAGES_MS, joe)
  })

  test('go on when it is killed, each for itself, and say so', async () => {
    const zoe = await populate(database.db, 'zoe')
    await write('With Redis.', nodes[1], nodes, WITH_MESSAGES_MS, zoe)
    await redis?.end('SIGKILL')
    await write('Without Redis.', nodes[2], nodes, WITHOUT_MESSAGES_MS, zoe)
    for (const node of nodes) expect((await zoe.comment(node.origin, 'One more.')).status).toBe(201)
    expect(await areAlone()).toEqual([1, 1, 1])
  })
})
