import { execFileSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../database.ts'
import { Random } from '../filled-forum/random.ts'
import { type Node, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'
import { Load, makeMembers } from './load.ts'

const WORKERS = 2
const MEMBERS = 4
/** Maximum time in milliseconds until a new worker serves requests. An idle machine needs two seconds. */
const START_MS = 60_000

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node

beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
  forum = await startNode({ DATABASE_URL: database.url, DATA_DIR: folder.path, WORKERS: String(WORKERS) })
})
afterAll(async () => {
  await forum?.end()
  await database.db.destroy()
  await folder.remove()
})

function workers(): number[] {
  const args = ['-P', String(forum.child.pid), '-f', 'dist/server/start.js']
  return execFileSync('pgrep', args, { encoding: 'utf8' }).trim().split('\n').map(Number)
}

test(
  'one worker after the other is killed under load: others go on, and nothing acknowledged is lost',
  async () => {
    const load = new Load(forum.origin, await makeMembers(database.db, MEMBERS), new Random(3)).begin()
    const first = workers()
    expect(first).toHaveLength(WORKERS)
    const goOn = async (what: string) => {
      const { writes } = load
      await until(
        () => load.writes > writes + 20,
        () => `${what}: ${forum.output()}`,
        START_MS,
      )
    }
    const successors = () => workers().filter((worker) => !first.includes(worker)).length
    try {
      await goOn('writes before')
      for (const [count, worker] of first.entries()) {
        process.kill(worker, 'SIGKILL')
        await goOn(`writes after worker ${worker} was killed`)
        // Only requests on the killed worker may fail, and one on a connection that was being handed to it.
        if (count === 0) expect(load.unanswered).toBeLessThanOrEqual(2 * MEMBERS)
        await until(() => successors() > count, 'a successor', START_MS)
      }
      // All original workers are dead by now, so these writes reach the new ones.
      await goOn('writes that successors take')
    } finally {
      await load.end()
    }
    expect(await load.lost(database.db)).toEqual([])
    expect((await sql`select * from counter_drift()`.execute(database.db)).rows).toEqual([])
    expect(load.unexpected.slice(0, 5)).toEqual([])
    expect(load.refused, 'the database was there').toBe(0)
    expect(forum.output().match(/a worker exited/g)).toHaveLength(WORKERS)
    const counts = `${load.writes} writes acknowledged and found, 0 lost, ${load.unanswered} not answered`
    console.info(`workers: ${counts}`)
  },
  4 * START_MS,
)
