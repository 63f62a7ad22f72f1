import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Figures } from './figures.ts'
import { NODE_AWAY_SECONDS } from './policy.ts'

type Node = Omit<Figures['nodes'][number], 'sign'>

type Status = Omit<Insertable<DB['node_statuses']>, 'started_at' | 'seen_at'>

/** Saves a node's status with the database's time, because the clocks of nodes differ. */
export async function writeNode(db: Kysely<DB>, status: Status): Promise<void> {
  const { id: _, ...changes } = status
  await db
    .insertInto('node_statuses')
    .values({ ...status, started_at: sql`now()` })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...changes, seen_at: sql`now()` }))
    .execute()
}

export async function deleteNode(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom('node_statuses').where('id', '=', id).execute()
}

export async function deleteOldNodes(db: Kysely<DB>): Promise<void> {
  await sql`delete from node_statuses where seen_at < now() - interval '1 day'`.execute(db)
}

/** Returns the nodes that reported their status within a day, oldest first. */
export async function listNodes(db: Kysely<DB>): Promise<(Node & CacheAnswers)[]> {
  const { rows } = await sql<Node & CacheAnswers>`
    with nodes as (
      select *, extract(epoch from now() - seen_at)::float as silent_seconds
      from node_statuses where seen_at > now() - interval '1 day'
    ), judged as (
      select *, silent_seconds > ${NODE_AWAY_SECONDS} as is_away from nodes
    )
    select *, is_away and exists (
      select from judged other where not other.is_away and other.role = judged.role and other.started_at > judged.seen_at) as has_ended
    from judged order by started_at, id`.execute(db)
  return rows
}

type CacheAnswers = Record<'cache_hits' | 'cache_misses', number>
