import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { MIGRATIONS, migrate } from '../src/db/migrate.server.ts'
import { databaseUrl } from './database-url.ts'

/** The address of an empty database as it was before the migration with this number, `'0049'`: `migrate` brings it up. */
export async function formerDatabase(number: string): Promise<string> {
  const { url: server, template } = inject('database')
  const name = `${template}_before_${number}_${process.env.VITEST_POOL_ID}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`drop database if exists ${name} with (force)`)
  await client.query(`create database ${name} template template0`)
  await client.end()
  const url = databaseUrl(server, name)
  const folder = await mkdtemp(join(tmpdir(), 'threshold-before-'))
  for (const file of await readdir(MIGRATIONS))
    if (file < number) await cp(join(MIGRATIONS, file), join(folder, file))
  await migrate(url, folder)
  await rm(folder, { recursive: true })
  return url
}
