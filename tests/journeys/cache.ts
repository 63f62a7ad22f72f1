import type { QueryResult } from 'pg'

type Sql = (statement: string, values?: unknown[]) => Promise<QueryResult>

/**
 * Has the forum forget what it keeps under these tags, after a write past it: as one node tells the others of its own
 * (platform/bus.server.ts).
 */
export async function dropCached(sql: Sql, ...tags: string[]): Promise<void> {
  await sql("select pg_notify('threshold', $1)", [
    JSON.stringify(['journey', { channel: 'pages', message: tags }]),
  ])
}
