import { afterAll, beforeAll, expect, test } from 'vitest'
import { FLAT, megabytes } from '../../bench/memory.ts'
import { type MixedKind, sendMix } from '../../bench/mix.ts'
import { MEMORY } from '../../bin/memory.mjs'
import { insertPosts } from '../../src/features/demo/insert.server.ts'
import { type TestDatabase, testDatabase } from '../database.ts'
import { type Node, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'
import { makeMembers } from './load.ts'

const REQUESTS = process.env.LONG_TESTS ? 100_000 : 1000
/** Megabytes of the process once all is answered, 164 of which it has from the start; bench/memory.ts measures the whole way. */
const BOUND_MB = process.env.LONG_TESTS ? 400 : 250

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node
let members: Awaited<ReturnType<typeof makeMembers>>
let posts: string[]

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  members = await makeMembers(database.db, 30)
  const rows = Array.from({ length: 200 }, (_, n) => ({
    title: `About ${n}`,
    content: `<p>${'Words that are read. '.repeat(100)}</p>`,
    author_id: members[n % members.length]?.user_id as string,
  }))
  posts = await database.db.transaction().execute((trx) => insertPosts(trx, rows))
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

/** What each kind of request is answered with, once at least. */
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
  `the process holds what it may after ${REQUESTS} mixed requests from as many addresses`,
  async () => {
    const mixed = {
      origin: forum.origin,
      posts,
      members: members.map(({ headers }) => headers.authorization),
    }
    const pid = forum.child.pid as number
    const answers = await sendMix(mixed, 0, REQUESTS / 2)
    for (const [kind, status] of Object.entries(ANSWERED))
      expect(answers[kind as MixedKind], kind).toMatchObject({ [status]: expect.any(Number) })
    const half = await megabytes(pid)
    await sendMix(mixed, REQUESTS / 2, REQUESTS / 2)
    const end = await megabytes(pid)
    const atRest = async () => (await megabytes(pid)) <= BOUND_MB
    await until(atRest, () => `at most ${BOUND_MB} MB; there were ${half.toFixed(0)} and ${end.toFixed(0)}`)
    if (process.env.LONG_TESTS) expect(end, 'it does not go on growing').toBeLessThan(half * FLAT)
    await until(async () => (await forum.metric('live_streams')) === 0, 'all streams to be closed')
    console.info(
      `memory: ${half.toFixed(0)} MB after ${REQUESTS / 2} requests, ${end.toFixed(0)} after ${REQUESTS}`,
    )
  },
  60_000 + REQUESTS * 20,
)
