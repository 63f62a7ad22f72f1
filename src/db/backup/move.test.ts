import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { contentOf, emptyDatabase, query, writeBackup } from '../../../tests/archives.ts'
import { testDatabase } from '../../../tests/database.ts'
import { startFormerPostgresql } from '../../../tests/former-postgresql.ts'
import { makeWorld, type World } from '../../../tests/world.ts'
import { move } from './move.server.ts'
import { OccupiedError } from './occupied.server.ts'
import { connect } from './parts.server.ts'
import { isUnfinished } from './put-aside.server.ts'
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

async function isUnfinishedAt(url: string): Promise<boolean> {
  const client = await connect(url, 'test')
  return await isUnfinished(client).finally(() => client.end())
}

async function writable(): Promise<void> {
  const client = await connect(from, 'move')
  await makeWritable(client)
  await client.end()
}

test('what is said beforehand comes before anything is changed, and a database with tables is refused', async () => {
  const refused = () => {
    throw new Error('not now')
  }
  const to = await emptyDatabase()
  await expect(move({ from, to, mark, announce: refused })).rejects.toThrow('not now')
  // Both are as they were: nobody had to wait, and nothing is in the way of the next attempt.
  expect(await query(to, "select relname from pg_class where relnamespace = 'public'::regnamespace")).toEqual(
    [],
  )
  await expect(move({ from, to: from, mark, announce: refused })).rejects.toBeInstanceOf(OccupiedError)
  await query(from, INSERT)
})

test('a database that cannot take it, and code that is newer, are found out while everybody can write', async () => {
  const to = await emptyDatabase()
  const announce = vi.fn()
  const name = new URL(to.replace('@/', '@host/')).pathname.slice(1)
  await query(to, `alter database ${name} set default_transaction_read_only = on`)
  await expect(move({ from, to, mark, announce })).rejects.toMatchObject({ code: '25006' })
  await query(from, INSERT.replace('example', 'example3'))
  const { url: former } = await testDatabase()
  await query(former, 'delete from migrations where name = (select max(name) from migrations)')
  await expect(move({ from: former, to, mark, announce })).rejects.toThrow('This code is newer')
  expect(announce).not.toHaveBeenCalled()
})

test('everything arrives, jobs too, on another version; the old one is as it was and only read', async () => {
  const boss = new PgBoss({ connectionString: from, schedule: false, supervise: false })
  await boss.start()
  await boss.createQueue('greet')
  await boss.send('greet', { user_id: 'somebody' }, { retryLimit: 5, expireInSeconds: 77 })
  await query(from, "update pgboss.job set state = 'retry', retry_count = 3 where name = 'greet'")
  await boss.stop({ graceful: false })
  const former = await startFormerPostgresql()
  try {
    const said: { seconds: number; bytes: number }[] = []
    const moved = await move({ from, to: former.url, mark, announce: (one) => void said.push(one) })
    expect(said).toEqual([{ seconds: expect.any(Number), bytes: expect.any(Number) }])
    expect(moved.tables.find(({ name }) => name === 'comments')?.rows).toBe(20)
    const [old, now] = [join(folder, 'old.tar.zst'), join(folder, 'now.tar.zst')]
    expect(contentOf(await writeBackup(now, former.url))).toEqual(contentOf(await writeBackup(old, from)))
    const jobs = `select name, data, retry_limit, retry_count, expire_seconds, created_on, keep_until from pgboss.job`
    const [job] = await query(former.url, jobs)
    expect(job).toMatchObject({ retry_limit: 5, retry_count: 3, expire_seconds: 77 })
    expect([job]).toEqual(await query(from, jobs))
    expect(moved.jobs).toBe(1)
    await query(former.url, 'delete from blocked_domains')
  } finally {
    await former.stop()
  }
  await expect(query(from, INSERT)).rejects.toMatchObject({ code: '25006' })
  await writable()
  await query(from, INSERT.replace('example', 'example2'))
})

test('what does not arrive as it left is found out, and the old one is whole', async () => {
  const to = await emptyDatabase()
  // The other database rounds what it is given.
  const announce = () =>
    query(to, 'alter table blocked_domains alter column created_at type timestamptz(0)').then(() => undefined)
  const moving = move({ from, to, mark: () => expect.unreachable(), announce })
  await expect(moving).rejects.toThrow('The table blocked_domains is not what left')
  expect(await isUnfinishedAt(to)).toBe(true)
  await writable()
})

test('cut short, nobody can write until it is gone on with, and nothing is copied twice', async () => {
  const to = await emptyDatabase()
  let parts = 0
  const killed = ({ step }: { step: string }) => {
    if (step === 'copying' && ++parts === 10) throw new Error('killed')
  }
  const announce = () => undefined
  const { url: small } = await testDatabase()
  await expect(move({ from, to, mark, announce, progress: killed })).rejects.toThrow('killed')
  await expect(query(from, INSERT)).rejects.toMatchObject({ code: '25006' })
  // What was begun there is another forum's, whose triggers are off.
  await expect(move({ from: small, to, mark, announce })).rejects.toThrow('has begun')
  // All but the last step: nobody starts on it, and the same command ends well.
  const late = () => {
    throw new Error('killed late')
  }
  await expect(move({ from, to, mark: late, announce })).rejects.toThrow('killed late')
  expect(await isUnfinishedAt(to)).toBe(true)
  const { skipped } = await move({ from, to, mark, announce })
  expect(skipped).toBeGreaterThanOrEqual(9)
  expect(await isUnfinishedAt(to)).toBe(false)
  const [old, now] = [join(folder, 'old.tar.zst'), join(folder, 'now.tar.zst')]
  expect(contentOf(await writeBackup(now, to))).toEqual(contentOf(await writeBackup(old, from)))
  await writable()
  const client = await connect(from, 'move')
  expect(await movingName(client)).toBeUndefined()
  await client.end()
})
