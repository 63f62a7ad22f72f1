import { type Kysely, sql } from 'kysely'
import { createDatabase } from '../src/db/database.server.ts'
import type { DB } from '../src/db/types.ts'

const SETTINGS = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_level=notice',
  // Tells what was planned and never executed.
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
]

/** A database over one connection, which keeps the plan of every statement that it runs, also of those within functions. */
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

/** Makes the planner believe that there are so many times as many rows: it then plans as in a forum that has grown. */
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
  // Of members, posts and all else that has an id there are as many times more; concepts stay as many.
  await sql`
    update pg_statistic set stadistinct = stadistinct * ${times} from pg_attribute
    where attrelid = starelid and attnum = staattnum and atttypid = 'uuid'::regtype and stadistinct > 0
      and attname not in ('category_id', 'scope')`.execute(db)
}

/**
 * How many indexes no statement may use yet. One that was made of rows that had just been changed in place is left alone until
 * every transaction that had begun before is over (`pg_index.indcheckxmin`), also one in the database of another test.
 */
export async function countWaitingIndexes(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_index
    where indcheckxmin and xmin::text::bigint >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** The tables that these plans read from end to end, each with what the planner took it for and the statement. */
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
