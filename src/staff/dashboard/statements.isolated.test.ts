import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/database.ts'
import { createDatabase } from '../../db/database.server.ts'
import type { EmbeddedDatabase } from '../../db/embedded.server.ts'
import { startTemporary } from '../../db/temporary.server.ts'
import type { DB } from '../../db/types.ts'
import { readStatements } from './figures-sql.server.ts'

// The test database does not preload pg_stat_statements, so this test starts a server that does.

let server: EmbeddedDatabase
let db: Kysely<DB>
beforeAll(async () => {
  server = await startTemporary({ shared_preload_libraries: 'pg_stat_statements' })
  db = createDatabase(server.url)
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await server.stop()
})

const own = { slowest: () => [{ statement: 'select of this node', calls: 2, total: 6, max: 5 }] }

test('without the extension the statements are those of this node', async () => {
  expect(await readStatements(db, own)).toEqual({
    source: 'node',
    items: [{ statement: 'select of this node', calls: 2, mean_ms: 3, max_ms: 5 }],
  })
})

test('with it they are the database’s, without what stands in them', async () => {
  await sql`create schema counting`.execute(db)
  await sql`create extension pg_stat_statements schema counting`.execute(db)
  await sql.raw("select 'Ada Lin' as name, 4711 as number, pg_sleep(0.05)").execute(db)
  await sql.raw("select 'Bo' as name, 4712 as number, pg_sleep(0.05)").execute(db)
  // The list omits utility statements, because PostgreSQL does not remove the literals in them.
  await sql.raw('create table "secret" (name text default \'Ada Lin\')').execute(db)
  const { source, items } = await readStatements(db, own)
  expect(source).toBe('database')
  expect(items[0]).toMatchObject({
    statement: 'select ? as name, ? as number, pg_sleep(?)',
    calls: 2,
    mean_ms: expect.closeTo(50, -2),
  })
  expect(items.map(({ statement }) => statement).join('\n')).not.toMatch(/Ada|471|secret/)
})

test('where it is there and was not loaded they are those of this node', async () => {
  const { db: unloaded } = await testDatabase()
  await sql`create extension pg_stat_statements`.execute(unloaded)
  expect((await readStatements(unloaded, own)).source).toBe('node')
  await unloaded.destroy()
})
