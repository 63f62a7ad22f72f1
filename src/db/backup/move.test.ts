import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf, emptyDatabase, query, writeBackup } from '../../../tests/archives.ts'
import { startFormerPostgresql } from '../../../tests/former-postgresql.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { move } from './move.server.ts'
import { OccupiedError } from './occupied.server.ts'
import { connect } from './parts.server.ts'
import { makeWritable, movingName } from './read-only.server.ts'

const mark = () => undefined
const INSERT = "insert into blocked_domains (domain) values ('example.org')"
let folder: string
let world: World
let from: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threshold-move-'))
  world = await makeWorld()
  from = world.services.config.DATABASE_URL
  for (let n = 0; n < 20; n++) await world.buildComment({ post_id: await world.buildPost() })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

async function writable(): Promise<void> {
  const client = await connect(from, 'move')
  await makeWritable(client)
  await client.end()
}

test('what is said beforehand comes before anything is changed, and a database with tables is refused', async () => {
  const refused = () => {
    throw new Error('not now')
  }
  await expect(move({ from, to: await emptyDatabase(), mark, announce: refused })).rejects.toThrow('not now')
  await expect(move({ from, to: from, mark, announce: refused })).rejects.toBeInstanceOf(OccupiedError)
  await query(from, INSERT)
})

test('everything arrives, jobs too, on another version; the old one is as it was and only read', async () => {
  const boss = new PgBoss({ connectionString: from, schedule: false, supervise: false })
  await boss.start()
  await boss.createQueue('greet')
  await boss.send('greet', { user_id: 'somebody' })
  await boss.stop({ graceful: false })
  const former = await startFormerPostgresql()
  try {
    const said: { seconds: number; bytes: number }[] = []
    const moved = await move({ from, to: former.url, mark, announce: (one) => void said.push(one) })
    expect(said).toEqual([{ seconds: expect.any(Number), bytes: expect.any(Number) }])
    expect(moved.tables.find(({ name }) => name === 'comments')?.rows).toBe(20)
    const [old, now] = [join(folder, 'old.tar.zst'), join(folder, 'now.tar.zst')]
    expect(contentOf(await writeBackup(now, former.url))).toEqual(contentOf(await writeBackup(old, from)))
    const jobs = 'select name, data from pgboss.job'
    expect(await query(former.url, jobs)).toEqual([{ name: 'greet', data: { user_id: 'somebody' } }])
    expect(moved.jobs).toBe(1)
    await query(former.url, 'delete from blocked_domains')
  } finally {
    await former.stop()
  }
  await expect(query(from, INSERT)).rejects.toMatchObject({ code: '25006' })
  await writable()
  await query(from, INSERT.replace('example', 'example2'))
})

test('cut short, nobody can write until it is gone on with, and nothing is copied twice', async () => {
  const to = await emptyDatabase()
  let parts = 0
  const killed = ({ step }: { step: string }) => {
    if (step === 'copying' && ++parts === 10) throw new Error('killed')
  }
  const announce = () => undefined
  await expect(move({ from, to, mark, announce, progress: killed })).rejects.toThrow('killed')
  await expect(query(from, INSERT)).rejects.toMatchObject({ code: '25006' })
  const { skipped } = await move({ from, to, mark, announce })
  expect(skipped).toBeGreaterThanOrEqual(9)
  const [old, now] = [join(folder, 'old.tar.zst'), join(folder, 'now.tar.zst')]
  expect(contentOf(await writeBackup(now, to))).toEqual(contentOf(await writeBackup(old, from)))
  await writable()
  const client = await connect(from, 'move')
  expect(await movingName(client)).toBeUndefined()
  await client.end()
})
