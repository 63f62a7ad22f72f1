import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { testDatabase } from '../../tests/database.ts'
import { readSchema } from '../../tests/database-schema.ts'
import { databaseUrl } from '../../tests/database-url.ts'
import { migrate } from './migrate.server.ts'
import { readSchemaFiles, SCHEMA_AREAS } from './schema-files.server.ts'

let migrated: pg.Pool
let fromAreas: pg.Pool

beforeAll(async () => {
  migrated = new pg.Pool({ connectionString: (await testDatabase()).url })
  const { url, template } = inject('database')
  const name = `${template}_areas_${process.env.VITEST_POOL_ID}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name} template template0`)
  await client.end()
  const folder = await mkdtemp(join(tmpdir(), 'threshold-areas-'))
  await writeFile(join(folder, '0001_baseline.sql'), await readSchemaFiles())
  await migrate(databaseUrl(url, name), { migrations: folder })
  await rm(folder, { recursive: true })
  fromAreas = new pg.Pool({ connectionString: databaseUrl(url, name) })
})
afterAll(() => Promise.all([migrated.end(), fromAreas.end()]))

test('every file of the schema is an area', async () => {
  const files = await readdir(new URL('./schema', import.meta.url))
  expect(files.sort()).toEqual(SCHEMA_AREAS.map((area) => `${area}.sql`).sort())
})

test('the areas make the same catalogue as the migrations', async () => {
  expect(await readSchema(fromAreas)).toBe(await readSchema(migrated))
})

test('the areas insert the same rows as the migrations', async () => {
  expect(await rowsOf(fromAreas)).toEqual(await rowsOf(migrated))
})

test('every function body is valid', async () => {
  const { rows } = await fromAreas.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p
     join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
     where pronamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(200)
  for (const { definition } of rows) await fromAreas.query(definition)
})

/** Returns all rows of a fresh forum by table, except the migrations, without the time of creation. */
async function rowsOf(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' order by 1`,
  )
  const all: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await pool.query(`select to_jsonb(t) - 'updated_at' as row from ${name} t order by 1`)
    if (rows.length > 0) all[name] = rows
  }
  return all
}
