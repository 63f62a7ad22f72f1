import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../bin/port.ts'
import { createDatabase } from '../../src/db/database.server.ts'
import { stopPostmaster } from '../../src/db/postmaster.server.ts'
import type { DB } from '../../src/db/types.ts'
import { embeddedUrl } from '../../src/platform/files/data-folder.server.ts'
import { Random } from '../filled-forum/random.ts'
import { type Node, startNode } from '../systems/forum.ts'
import { temporaryFolder, until } from '../systems/programs.ts'
import { Load, makeMembers } from './load.ts'

/** Seed of the random choices. `FAULT_SEED=n` repeats those of an earlier run, but not its timing. */
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000)
const KILLS = Number(process.env.FAULT_KILLS ?? 25)
const WRITERS = 6

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let forum: Node
let db: Kysely<DB>
let env: Record<string, string>

beforeAll(async () => {
  folder = await temporaryFolder()
  env = { DATABASE_URL: '', DATA_DIR: folder.path, PORT: String(await freePort()) }
  forum = await startNode(env)
  db = createDatabase(embeddedUrl(folder.path))
})
afterAll(async () => {
  await forum?.end()
  await db?.destroy()
  await stopPostmaster(join(folder.path, 'postgres'))
  await folder.remove()
})

const postmaster = async () =>
  Number.parseInt(await readFile(join(folder.path, 'postgres/postmaster.pid'), 'utf8'), 10)
const startAgain = async () => {
  forum = await startNode(env)
}

/** Functions that each cause a fault, and restart the forum if they killed it. */
const FAULTS = {
  app: async () => {
    await forum.end('SIGKILL')
    await startAgain()
    expect(forum.output()).toContain('went on with the database that a killed forum left running')
  },
  database: async () => {
    const recoveries = () =>
      forum.output().match(/the database is back after [\d.]+ s; it read/g)?.length ?? 0
    const before = recoveries()
    process.kill(await postmaster(), 'SIGKILL')
    await until(() => recoveries() > before, forum.output)
  },
  both: async () => {
    const pid = await postmaster()
    await Promise.all([forum.end('SIGKILL'), process.kill(pid, 'SIGKILL')])
    await startAgain()
    expect(forum.output()).toMatch(/the database was not shut down; it read [\d.]+ \wB of its log again/)
  },
  /** Shuts the database down in an orderly way from outside, as a system upgrade does. */
  restart: async () => {
    const restarts = () => forum.output().match(/the database is back after [\d.]+ s$/gm)?.length ?? 0
    const before = restarts()
    process.kill(await postmaster(), 'SIGINT')
    await until(() => restarts() > before, forum.output)
  },
  /** Kills one backend process. PostgreSQL then ends all connections and recovers from its log. */
  backend: async () => {
    const pids = execFileSync('pgrep', ['-P', String(await postmaster()), '-f', 'threshold'], {
      encoding: 'utf8',
    })
    process.kill(Number(pids.split('\n')[0]), 'SIGKILL')
  },
}
type Fault = keyof typeof FAULTS

/** Faults of the database alone. The forum keeps running, so every request must get a response. */
const OF_THE_DATABASE: readonly Fault[] = ['database', 'restart', 'backend']

/** Returns `kills` SIGKILLs of forum, database and both in turn. Two other faults follow every third one. */
function faults(kills: number): Fault[] {
  const killed = ['app', 'database', 'both'] as const
  return Array.from({ length: kills }, (_, n) => killed[n % 3] ?? 'both').flatMap((kill, n) =>
    n % 3 === 2 ? [kill, 'restart', 'backend'] : [kill],
  )
}

test(
  `what was acknowledged is there after ${KILLS} kills at random moments`,
  async () => {
    const random = new Random(SEED)
    const load = new Load(forum.origin, await makeMembers(db, WRITERS), random).begin()
    const plan = faults(KILLS)
    try {
      for (const fault of plan) await inject(fault, load, random)
    } finally {
      await load.end()
    }
    expect(await load.lost(db)).toEqual([])
    expect(load.unexpected.slice(0, 5)).toEqual([])
    const counts = `${load.writes} writes acknowledged and found, 0 lost, ${load.refused} refused, ${load.unanswered} not answered`
    console.info(
      `kills: ${KILLS} of ${plan.length} faults by SIGKILL of forum or database, ${counts} (seed ${SEED})`,
    )
  },
  60_000 + KILLS * 30_000,
)

/** Waits until writes succeed, causes the fault, and waits until they succeed again. */
async function inject(fault: Fault, load: Load, random: Random): Promise<void> {
  const before = { writes: load.writes, refused: load.refused, unanswered: load.unanswered }
  await until(() => load.writes > before.writes + 20, 'writes before the next kill')
  await sleep(random.below(1000))
  const isQuiet = { refused: load.refused, unanswered: load.unanswered }
  expect(isQuiet, `while nothing is away, seed ${SEED}`).toEqual({
    refused: before.refused,
    unanswered: before.unanswered,
  })
  await FAULTS[fault]()
  const { writes } = load
  await until(
    () => load.writes > writes + 20,
    () => `writes after ${fault} (seed ${SEED}): ${forum.output()}`,
  )
  if (OF_THE_DATABASE.includes(fault)) {
    expect(load.refused, `${fault} is answered with 503, seed ${SEED}`).toBeGreaterThan(before.refused)
    expect(load.unanswered, `${fault} is answered, seed ${SEED}`).toBe(before.unanswered)
  }
  expect(await load.lost(db), `lost by ${fault}, seed ${SEED}`).toEqual([])
  expect((await sql`select * from counter_drift()`.execute(db)).rows, `seed ${SEED}`).toEqual([])
}
