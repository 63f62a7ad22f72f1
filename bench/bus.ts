// `node bench/bus.ts`: messages between nodes over the database and over a Redis (REDIS_URL): how late they are, and what
// they cost the server that carries them. Needs DATABASE_URL of an empty database.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { Bus } from '../src/platform/bus.server.ts'
import { PostgresTransport } from '../src/platform/postgres-transport.server.ts'
import { redisClient } from '../src/platform/redis.server.ts'
import { RedisTransport } from '../src/platform/redis-transport.server.ts'

const { DATABASE_URL = '', REDIS_URL } = process.env
const NODES = [2, 4, 8, 16, 32]
/** Messages a second of each node: a forum on which a hundred members a second write something, spread over them. */
const A_SECOND = 50
const SECONDS = 5
const log = pino({ level: 'silent' })
/** Of the clock by which /proc counts. */
const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

for (const over of REDIS_URL ? ['the database', 'Redis'] : ['the database'])
  for (const count of NODES) await measure(over, count)
process.exit()

async function measure(over: string, count: number): Promise<void> {
  const clients = over === 'Redis' ? Array.from({ length: count }, () => redisClient(REDIS_URL ?? '')) : []
  await Promise.all(clients.map((client) => client.connect()))
  const nodes = Array.from({ length: count }, (_, n) => {
    const client = clients[n]
    const redis = client && new RedisTransport(client, 'bench', log)
    return new Bus(log, new PostgresTransport(DATABASE_URL, log), redis)
  })
  const delays: number[] = []
  for (const node of nodes)
    node.subscribe('bench', (message) => {
      const delay = performance.now() - (message as { at: number }).at
      if (delay > 0.5) delays.push(delay)
    })
  await Promise.all(nodes.map((node) => node.start()))
  await sleep(500)
  const before = await serverSeconds(over)
  const own = process.cpuUsage()
  const end = Date.now() + SECONDS * 1000
  await Promise.all(
    nodes.map(async (node) => {
      while (Date.now() < end) {
        node.publish('bench', { at: performance.now(), ids: ['01890000-0000-7000-8000-000000000000'] })
        await sleep(1000 / A_SECOND)
      }
    }),
  )
  await sleep(500)
  const used = (((await serverSeconds(over)) - before) / SECONDS) * 100
  const { user, system } = process.cpuUsage(own)
  delays.sort((a, b) => a - b)
  const at = (part: number) => (delays[Math.floor(delays.length * part)] ?? Number.NaN).toFixed(1)
  console.log(
    `${over.padEnd(12)} ${String(count).padStart(2)} nodes  ${String(delays.length).padStart(7)} heard  ` +
      `p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  server ${used.toFixed(1)} % of a core  ` +
      `node ${((user + system) / 1e4 / SECONDS / count).toFixed(1)} %`,
  )
  await Promise.all(nodes.map((node) => node.stop()))
  for (const client of clients) client.destroy()
}

/** What the processes that carry them have used so far. */
async function serverSeconds(over: string): Promise<number> {
  const pids = over === 'Redis' ? await redisPids() : await backendPids()
  return pids.reduce((sum, pid) => sum + secondsOf(pid), 0)
}

async function backendPids(): Promise<number[]> {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const { rows } = await client.query(
    `select pid from pg_stat_activity where application_name = 'threshold bus'`,
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

async function redisPids(): Promise<number[]> {
  const client = redisClient(REDIS_URL ?? '')
  await client.connect()
  const text = await client.info('server')
  client.destroy()
  return [Number(/process_id:(\d+)/.exec(text)?.[1])]
}

function secondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
