import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.server.ts'
import { stopPostmaster } from '../../src/db/postmaster.server.ts'
import type { DB } from '../../src/db/types.ts'
import { embeddedUrl } from '../../src/platform/files/data-folder.server.ts'
import { Random } from '../filled-forum/random.ts'
import { type Node, signUp, startNode } from '../systems/forum.ts'
import { until } from '../systems/programs.ts'
import { Load, makeMembers } from './load.ts'

/** Two disks in memory: 8 MB for uploads and mails, 320 MB for the database. Mounting them requires root. */
const small = await makeDisk(8)
const large = await makeDisk(320)

describe.skipIf(!small || !large)('a full disk', () => {
  const [files, data] = [small ?? '', large ?? '']
  let forum: Node
  let db: Kysely<DB>
  let members: Awaited<ReturnType<typeof makeMembers>>

  beforeAll(async () => {
    // Uploads and the outbox are on the small disk, as if on a separate mount in production.
    for (const name of ['files', 'outbox']) {
      await mkdir(join(files, name))
      await mkdir(join(data, name))
      execFileSync('mount', ['--bind', join(files, name), join(data, name)])
    }
    forum = await startNode({ DATABASE_URL: '', DATA_DIR: data })
    db = createDatabase(embeddedUrl(data))
    members = await makeMembers(db, 4)
  })
  afterAll(async () => {
    await forum?.end()
    await db?.destroy()
    await stopPostmaster(join(data, 'postgres'))
    for (const path of [join(data, 'files'), join(data, 'outbox'), files, data]) {
      spawnSync('umount', ['--lazy', path])
    }
    await Promise.all([files, data].map((path) => rm(path, { recursive: true, force: true })))
  })

  async function isReady(): Promise<number[]> {
    const answers = ['/readyz', '/readyz?exclude=database'].map((path) => forum.get(path))
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  test('of uploads: a clear error, no half of a picture, and the next one is taken when there is room', async () => {
    const create = { width: 600, height: 600, channels: 3 as const, noise: NOISE, background: 'red' }
    const body = new Uint8Array(await sharp({ create }).png().toBuffer())
    const headers = { authorization: members[0]?.headers.authorization ?? '', 'content-type': 'image/png' }
    const send = () => fetch(`${forum.origin}/api/me/avatar`, { method: 'PUT', headers, body })
    const makeRoom = await fill(files)
    const refused = await send()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('storage is full') })
    expect(await filesIn(join(data, 'files'))).toEqual([])
    await makeRoom()
    expect((await send()).status).toBe(200)
    expect((await filesIn(join(data, 'files'))).length).toBeGreaterThan(0)
  })

  test('of the outbox: the job tries again until there is room, and no half of a mail lies there', async () => {
    const failures = () => forum.output().match(/a job failed and will be retried/g)?.length ?? 0
    const before = failures()
    const makeRoom = await fill(files)
    await signUp(forum, 'kim')
    await until(() => failures() > before, 'the mail to fail')
    expect(forum.output()).toMatch(/"code":"ENOSPC"/)
    expect(await filesIn(join(data, 'outbox'))).toEqual([])
    await makeRoom()
    // Makes the mail job's retry due now instead of in 30 s. The forum polls for due jobs, so it starts soon.
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(db)
    let mail: string | undefined
    const isWhole = async () => {
      mail = (await filesIn(join(data, 'outbox'))).find((name) => name.endsWith('.eml'))
      return mail !== undefined
    }
    await until(isWhole, 'the mail')
    expect(await readFile(join(data, 'outbox', mail ?? ''), 'utf8')).toMatch(/^To: kim@example\.org\r?$/m)
  })

  test('of the database: writes are refused, what is kept is shown, and it goes on by itself when there is room', async () => {
    expect((await forum.get('/rules')).status).toBe(200)
    const load = new Load(forum.origin, members, new Random(2)).begin()
    try {
      await until(() => load.writes > 20, 'writes before')
      expect(await isReady()).toEqual([200, 200])
      const makeRoom = await fill(data)
      await until(() => load.refused > 0, 'a write to be refused')
      expect(await isReady(), 'not ready, except for proxies that leave the database out').toEqual([503, 200])
      // Each pg_switch_wal() needs a new file. It does not fit on the full disk, so the database soon stops.
      await until(async () => {
        await sql`select pg_switch_wal()`.execute(db).catch(() => undefined)
        return load.refused > 20
      }, 'writes to be refused')
      await until(() => /the disk of the database is full/.test(forum.output()), forum.output, 30_000)
      expect((await forum.get('/rules')).status, 'what is kept').toBe(200)
      await makeRoom()
      const { writes } = load
      await until(
        () => load.writes > writes + 20,
        () => `writes afterwards: ${forum.output()}`,
        30_000,
      )
      expect(await isReady()).toEqual([200, 200])
    } finally {
      await load.end()
    }
    expect(await load.lost(db)).toEqual([])
    expect((await sql`select * from counter_drift()`.execute(db)).rows).toEqual([])
    expect(load.unexpected.slice(0, 5)).toEqual([])
    expect(load.unanswered, 'the forum lives: it answers, if with 503').toBe(0)
    expect(forum.child.exitCode).toBe(null)
    console.info(`disk full: ${load.writes} writes acknowledged and found, 0 lost, ${load.refused} refused`)
  })
})

const NOISE = { type: 'gaussian' as const, mean: 128, sigma: 60 }

/** Mounts a new disk of this size. Returns its path, or undefined if mounting is not permitted. */
async function makeDisk(megabytes: number): Promise<string | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'threshold-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]
  if (spawnSync('mount', options).status === 0) return path
  await rm(path, { recursive: true })
  return undefined
}

/** Fills the disk completely. Returns a function that frees the space. */
async function fill(path: string): Promise<() => Promise<void>> {
  const ballast = join(path, 'ballast')
  const file = await open(ballast, 'w')
  // Large blocks fill most of the disk quickly. Small blocks then fill the rest.
  for (const block of [Buffer.alloc(2 ** 20, 1), Buffer.alloc(4096, 1)])
    for (let isTaken = true; isTaken; )
      isTaken = await file.write(block).then(
        ({ bytesWritten }) => bytesWritten === block.length,
        () => false,
      )
  await file.close()
  return () => rm(ballast)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
