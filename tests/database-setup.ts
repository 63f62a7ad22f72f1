// Vitest's globalSetup: starts one PostgreSQL server with a migrated template, which each test file copies.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.server.ts'
import { startTemporary } from '../src/db/temporary.server.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** `url` is the URL of any database on the server. `template` is the name of the template database. */
    database: { url: string; template: string }
  }
}

// Many connections, because test files open many pools. Does not log slow bulk statements, which are normal.
const settings = { max_connections: '200', log_min_duration_statement: '-1' }

/** Starts a temporary server, or uses TEST_DATABASE_URL. Its user must be allowed to create databases. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL
    ? external(process.env.TEST_DATABASE_URL)
    : await startTemporary(settings)
  const template = `threshold_test_${process.pid}`
  await run(server.url, `create database ${template}`)
  await migrate(databaseUrl(server.url, template))
  project.provide('database', { url: server.url, template })
  return () => server.stop(template)
}

function external(url: string) {
  const stop = async (template: string) => {
    const names = await run(url, `select datname from pg_database where datname like '${template}%'`)
    for (const { datname } of names) await run(url, `drop database ${datname} with (force)`)
  }
  return { url, stop }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
