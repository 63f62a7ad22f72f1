import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Figures } from './contract.ts'

type Node = Omit<Figures['nodes'][number], 'sign'>

export async function writeNode(db: Kysely<DB>, status: Insertable<DB['node_statuses']>): Promise<void> {
  const { id: _, ...changes } = status
  await db
    .insertInto('node_statuses')
    .values(status)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, seen_at: sql`now()` }))
    .execute()
}

export async function deleteNode(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom('node_statuses').where('id', '=', id).execute()
}

/** Those that were killed and did not come back. */
export async function deleteOldNodes(db: Kysely<DB>): Promise<void> {
  await sql`delete from node_statuses where seen_at < now() - interval '1 day'`.execute(db)
}

/** Those that were heard of within a day, the oldest first. */
export async function listNodes(
  db: Kysely<DB>,
): Promise<(Node & { cache_hits: number; cache_misses: number })[]> {
  const { rows } = await sql<Node & { cache_hits: number; cache_misses: number }>`
    select * from node_statuses where seen_at > now() - interval '1 day' order by started_at, id`.execute(db)
  return rows
}

/** The newest one that the database has. */
export async function readMigration(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from migrations order by name collate "C" desc limit 1`.execute(db)
  return rows[0]?.name.replace(/\.sql$/, '') ?? ''
}
