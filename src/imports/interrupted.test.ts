import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, query } from '../../tests/archives.ts'
import { copyDump, writeDump } from '../../tests/import-dumps.ts'
import { migrate } from '../db/migrate.server.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/import.ts', import.meta.url))
const KILLS = 20
const TOPICS = 400
const MEMBERS = 60
const AT = 1_600_000_000_000

let folder: string
let dump: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-interrupted-'))
  dump = writeDump(copyDump(nodebb()))
})
afterAll(() => rm(folder, { recursive: true }))

/** A forum of 400 topics with nine replies each. */
function nodebb() {
  const hash: { _key: string; data: string }[] = []
  const add = (_key: string, data: object) => hash.push({ _key, data: JSON.stringify(data) })
  for (let uid = 1; uid <= MEMBERS; uid++)
    add(`user:${uid}`, { uid, username: `member ${uid}`, userslug: `member-${uid}`, joindate: AT + uid })
  add('category:1', { cid: 1, name: 'All' })
  const set: { _key: string; member: string }[] = []
  for (let tid = 1; tid <= TOPICS; tid++) {
    add(`topic:${tid}`, { tid, cid: 1, uid: 1, title: `Topic ${tid}`, mainPid: tid * 10, timestamp: AT })
    for (let at = 0; at < 10; at++) {
      const pid = tid * 10 + at
      const uid = 1 + (pid % MEMBERS)
      add(`post:${pid}`, {
        ...{ pid, tid, uid, content: `Words ${pid} of *member* ${uid}`, timestamp: AT + pid * 1000 },
        ...(at > 2 && { toPid: pid - 1 }),
      })
      set.push({ _key: `pid:${pid}:upvote`, member: String(1 + ((pid + 1) % MEMBERS)) })
    }
  }
  const readable = ['read', 'topics:read'].map((right) => ({
    _key: `group:cid:1:privileges:groups:${right}:members`,
    ...{ value: 'guests', score: 1 },
  }))
  return { legacy_hash: hash, legacy_zset: readable, legacy_set: set }
}

async function migratedDatabase(): Promise<string> {
  const url = await emptyDatabase()
  await migrate(url)
  return url
}

/** Runs the command and kills it after a while, unless it has ended by then. Returns its exit code. */
async function run(url: string, killAfter?: number): Promise<number | null> {
  const child = spawn(process.execPath, [PROGRAM, 'nodebb', dump], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: folder },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  if (killAfter !== undefined) await Promise.race([ended, sleep(killAfter)])
  if (killAfter !== undefined) child.kill('SIGKILL')
  await ended
  return child.exitCode
}

/** All rows of what an import writes. Times of the import and ids of runs differ. */
async function contentOf(url: string): Promise<string[]> {
  const tables = {
    profiles: "to_jsonb(t) - 'updated_at'",
    posts: 'to_jsonb(t)',
    comments: 'to_jsonb(t)',
    votes: 'to_jsonb(t)',
    concepts: "to_jsonb(t) - 'updated_at'",
    post_rankings: 'to_jsonb(t)',
    imported: "to_jsonb(t) - 'run_id' - 'created_at'",
  }
  const rows: string[] = []
  for (const [table, json] of Object.entries(tables))
    for (const { row } of await query(url, `select ${json} ::text as row from ${table} t order by 1`))
      rows.push(`${table} ${row}`)
  return rows
}

test('after 20 kills the forum is the same as without', { tags: 'all', timeout: 600_000 }, async () => {
  const whole = await migratedDatabase()
  const begun = performance.now()
  expect(await run(whole)).toBe(0)
  const duration = performance.now() - begun
  const interrupted = await migratedDatabase()
  for (let kill = 1; kill <= KILLS; kill++) await run(interrupted, (duration * kill) / (KILLS + 1))
  expect(await run(interrupted)).toBe(0)
  const [expected, found] = [await contentOf(whole), await contentOf(interrupted)]
  expect(found.length).toBeGreaterThan(TOPICS * 20)
  expect(found).toEqual(expected)
  expect(await query(interrupted, 'select * from counter_drift()')).toEqual([])
})
