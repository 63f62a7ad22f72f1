import { expect, test } from 'vitest'
import { emptyDatabase as createDatabase, query } from '../../../tests/archives.ts'
import { testDatabase } from '../../../tests/database.ts'
import { connectForBackup, readSequences, readTables } from './catalogue.server.ts'
import { Loader, type Plan } from './load.server.ts'
import {
  dropRestoreSchema,
  emptyDatabase,
  hasTables,
  isRestoreUnfinished,
  OccupiedError,
} from './target-database.server.ts'

const hasJobs = async (url: string) =>
  (await query(url, "select to_regnamespace('pgboss') is not null as yes"))[0].yes

test('jobs are dropped with their forum; jobs of another application stay', async () => {
  const { url } = await testDatabase()
  await query(url, 'create schema pgboss')
  const client = await connectForBackup(url, 'test')
  await emptyDatabase(client)
  expect(await hasTables(client)).toBe(false)
  expect(await hasJobs(url)).toBe(false)
  await client.query('create schema pgboss; create table invoices (); create view bills as table invoices')
  await emptyDatabase(client)
  expect(await hasTables(client)).toBe(false)
  expect(await hasJobs(url)).toBe(true)
  await client.end()
})

test('a user who does not own the schema can restore, and give up', { tags: 'all' }, async () => {
  const url = await createDatabase()
  const tenant = `tenant_${process.env.VITEST_POOL_ID}`
  const { pathname } = new URL(url.replace('@/', '@host/'))
  await query(url, `drop role if exists ${tenant}`)
  await query(
    url,
    `create role ${tenant} login; grant create on schema public to ${tenant}; grant create on database ${pathname.slice(1)} to ${tenant}`,
  )
  const theirs = url.replace(/\/\/[^@]*@/, `//${tenant}@`)
  const client = await connectForBackup(theirs, 'test')
  const plan = await planOf((await testDatabase()).url)
  const loader = new Loader(client, theirs)
  await loader.lock()
  await loader.begin('one', plan)
  expect(await isRestoreUnfinished(client)).toBe(true)
  await emptyDatabase(client)
  expect(await isRestoreUnfinished(client)).toBe(false)
  expect(await hasTables(client)).toBe(false)
  await loader.begin('another', plan)
  expect(await loader.isBegun('another')).toBe(true)
  await client.query(`update threshold_restoring.work set hindrances = hindrances - 0`)
  const none = new Map<string, number>()
  await expect(loader.finish([], none, () => undefined)).rejects.toThrow('is not as its migrations made it')
  // If a table with another owner exists, which cannot be dropped, nothing is dropped.
  await query(url, 'create table invoices ()')
  await expect(emptyDatabase(client)).rejects.toBeInstanceOf(OccupiedError)
  expect((await readTables(client)).length).toBeGreaterThan(50)
  await dropRestoreSchema(client)
  expect(await isRestoreUnfinished(client)).toBe(false)
  await client.end()
  await query(url, `drop owned by ${tenant}; drop role ${tenant}`)
})

async function planOf(url: string): Promise<Plan> {
  const migrations = await query(url, 'select name, checksum from migrations order by name collate "C"')
  const client = await connectForBackup(url, 'test')
  const [tables, sequences] = [await readTables(client), await readSequences(client)]
  await client.end()
  return { migrations, tables, sequences }
}
