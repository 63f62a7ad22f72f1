import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEMORY } from '../../bin/memory.mjs'
import { insertPosts } from '../../src/shell/demo/insert.server.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Node, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'
import { makeMembers } from './load.ts'
import { type Answers, type MixedKind, sendMix } from './mix.ts'

/** Maximum resident memory in MB after a number of requests. The process starts with 170 MB. */
const STEPS = [
  { requests: 10_000, mb: 350 },
  { requests: 20_000, mb: 450 },
  { requests: 40_000, mb: 450 },
]
/** Maximum growth factor of memory in the second half of the requests. By then, only leaks still grow. */
const FLAT = 1.15
const REQUESTS = Math.max(...STEPS.map(({ requests }) => requests))

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node
let members: Awaited<ReturnType<typeof makeMembers>>
let posts: { id: string; title: string }[]

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  members = await makeMembers(database.db, 30)
  const rows = Array.from({ length: 200 }, (_, n) => ({
    title: `About ${n}`,
    content: `<p>${'Words that are read. '.repeat(100)}</p>`,
    author_id: members[n % members.length]?.user_id as string,
  }))
  const ids = await database.db.transaction().execute((trx) => insertPosts(trx, rows))
  posts = rows.map(({ title }, n) => ({ id: ids[n] as string, title }))
  forum = await startNode({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    RATE_LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_OPTIONS: MEMORY.join(' '),
  })
})
afterAll(async () => {
  await forum?.end()
  await database.db.destroy()
  await folder.remove()
})

/** The response status that each kind of request must get at least once. */
const ANSWERED: Record<MixedKind, number> = {
  page: 200,
  'page with odd parameters': 200,
  'page that is none': 404,
  'front page': 200,
  list: 200,
  search: 200,
  'member who is none': 404,
  'forged session': 200,
  'own reads': 200,
  vote: 200,
  comment: 201,
  note: 201,
  'sign-in': 401,
  picture: 200,
  stream: 200,
}

test(
  `the process stays within its memory budget during ${REQUESTS} mixed requests from as many addresses`,
  async () => {
    const authorizations = members.map(({ headers }) => headers.authorization)
    const mixed = { origin: forum.origin, posts, members: authorizations }
    const pid = forum.child.pid as number
    const measured: number[] = []
    let answers: Answers | undefined
    let sent = 0
    for (const { requests, mb } of STEPS) {
      answers = await sendMix(mixed, sent, requests - sent, answers)
      sent = requests
      const end = await megabytes(pid)
      measured.push(end)
      const isWithin = async () => (await megabytes(pid)) <= mb
      await until(isWithin, () => `at most ${mb} MB after ${requests} requests; there were ${end.toFixed(0)}`)
    }
    for (const [kind, status] of Object.entries(ANSWERED))
      expect(answers?.[kind as MixedKind], kind).toMatchObject({ [status]: expect.any(Number) })
    const [half = 0, end = 0] = measured.slice(-2)
    expect(end, 'memory stops growing').toBeLessThan(half * FLAT)
    await until(async () => (await forum.metric('live_streams')) === 0, 'all streams to be closed')
    console.info(`memory: ${measured.map((mb) => mb.toFixed(0)).join(', ')} MB`)
  },
  60_000 + REQUESTS * 20,
)

/** Returns the resident memory of a process in MB (Linux only). */
async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
