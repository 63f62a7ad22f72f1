// Vitest's globalSetup: one PostgreSQL for the whole run, with a migrated template that each test file copies.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/db/migrate.server.ts'
import { startTemporary } from '../src/db/temporary.server.ts'
import { databaseUrl } from './database-url.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server (any of its databases) and the name of the template. */
    database: { url: string; template: string }
  }
}

// A suite opens many pools, and its bulk statements may take their time.
const settings = { max_connections: '200', log_min_duration_statement: '-1' }

/** Starts a temporary server, or uses that of TEST_DATABASE_URL, whose user may create databases. */
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
