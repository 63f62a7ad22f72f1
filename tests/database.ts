import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { createDatabase } from '../src/db/database.server.ts'
import type { DB } from '../src/db/types.ts'
import { databaseUrl } from './database-url.ts'

export type TestDatabase = { url: string; db: Kysely<DB> }

let copies = 0

/**
 * Creates a database for a test file, as a copy of the migrated template (database-setup.ts), in about 50 ms.
 * It need not be dropped, because the worker's next test file replaces it. `db` connects when first used.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('database')
  const name = `${template}_${process.env.VITEST_POOL_ID}_${++copies}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
  const copy = databaseUrl(url, name)
  return { url: copy, db: createDatabase(copy, { max: 20 }) }
}
