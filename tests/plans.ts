import { type Kysely, sql } from 'kysely'
import { createDatabase } from '../src/db/database.server.ts'
import type { DB } from '../src/db/types.ts'

const SETTINGS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_level=notice',
  // Needed to see which parts of a plan were never executed.
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
]

/** Opens a database connection that records each statement's query plan, also of those within functions. */
export function planningDatabase(url: string, settings: string[] = []): { db: Kysely<DB>; plans: string[] } {
  const plans: string[] = []
  const options = [...SETTINGS, ...settings].map((setting) => `-c ${setting}`).join(' ')
  const separator = url.includes('?') ? '&' : '?'
  const db = createDatabase(`${url}${separator}options=${encodeURIComponent(options)}`, {
    max: 1,
    onNotice: (message) => plans.push(message),
  })
  return { db, plans }
}

/** Multiplies the planner's row estimates, so that it plans as for a larger forum. */
export async function pretendToHaveGrown(db: Kysely<DB>, times: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db)
  for (const { name } of rows)
    await sql`alter table ${sql.raw(name)} set (autovacuum_enabled = false)`.execute(db)
  await sql`analyze`.execute(db)
  await sql`
    update pg_class set reltuples = reltuples * ${times}
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and reltuples > 0`.execute(db)
  // The number of distinct ids grows with the number of rows, except for ids of concepts.
  await sql`
    update pg_statistic set stadistinct = stadistinct * ${times} from pg_attribute
    where attrelid = starelid and attnum = staattnum and atttypid = 'uuid'::regtype and stadistinct > 0
      and attname not in ('concept_id', 'scope')`.execute(db)
}

/**
 * Counts the indexes that no statement may use yet. An index created after rows were updated in place must
 * wait until all earlier transactions end (`pg_index.indcheckxmin`), even those in other databases.
 */
export async function countWaitingIndexes(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_index
    where indcheckxmin and xmin::text::bigint >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns the tables that these plans scan sequentially, with the planner's estimate and the statement. */
export function sequentialScans(
  plans: readonly string[],
): { table: string; estimate: string; statement: string }[] {
  return plans.flatMap((plan) =>
    [...plan.matchAll(/Seq Scan on (\w+)(?!.*never executed)\b(.*)/g)].map(
      ([, table = '', estimate = '']) => ({
        table,
        estimate: estimate.trim(),
        statement: /Query Text:\s*([\s\S]*?)\n(?=\S)/.exec(plan)?.[1]?.trim() ?? plan,
      }),
    ),
  )
}
