import { type Kysely, sql } from 'kysely'
import { type StatementTime, scrubStatement } from '../../db/statements.server.ts'
import type { DB } from '../../db/types.ts'
import type { Figures } from './figures.ts'
import { STATEMENTS_SHOWN, TABLES_SHOWN } from './policy.ts'

type Statements = Omit<Figures['statements'], 'sign'>

export async function countMails(db: Kysely<DB>) {
  const { rows } = await sql<Record<'sent_today' | 'refused_today' | 'stopped_addresses', number>>`
    select coalesce(max(count) filter (where kind = 'mails_sent'), 0) as sent_today,
      coalesce(max(count) filter (where kind = 'mails_refused'), 0) as refused_today,
      (select count(*) from mail_refusals where in_a_row >= 3) as stopped_addresses
    from day_counts where day = (now() at time zone 'UTC')::date and kind in ('mails_sent', 'mails_refused')`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Returns the name of the newest migration, and the forum's age in seconds since the first migration. */
export async function readForum(db: Kysely<DB>) {
  const { rows } = await sql<{ migration: string; age_seconds: number }>`
    select regexp_replace(max(name collate "C"), '\\.sql$', '') as migration,
      extract(epoch from now() - min(applied_at))::float as age_seconds from migrations`.execute(db)
  return rows[0] as (typeof rows)[number]
}

export async function readSizes(db: Kysely<DB>) {
  const { rows } = await sql<{ database_bytes: number; tables: Figures['storage']['tables'] }>`
    select pg_database_size(current_database()) as database_bytes, (
      select coalesce(jsonb_agg(t), '[]') from (
        select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows
        from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        order by 2 desc, 1 limit ${TABLES_SHOWN}) t) as tables`.execute(db)
  return rows[0] as (typeof rows)[number]
}

export async function readDatabase(db: Kysely<DB>): Promise<Figures['database']> {
  const { rows } = await sql<{ version: string; started_at: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version, pg_postmaster_start_time() as started_at`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/** Counts open cases, and measures decisions of the last 30 days. Excludes cases whose content was deleted first. */
export async function countCases(db: Kysely<DB>): Promise<Omit<Figures['moderation'], 'sign'>> {
  const { rows } = await sql<Omit<Figures['moderation'], 'sign'>>`
    select open_cases.*, decisions.*
    from (
      select count(*)::int as open_cases, extract(epoch from now() - min(created_at))::float as oldest_case_seconds
      from moderation_cases where closed_at is null) as open_cases,
    (
      select count(*)::int as decided,
        extract(epoch from percentile_cont(0.5) within group (order by closed_at - created_at))::float as decision_seconds
      from moderation_cases where closed_at > now() - interval '30 days' and outcome <> 'moot') as decisions`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

export async function countWebhooks(db: Kysely<DB>): Promise<Omit<Figures['webhooks'], 'sign'>> {
  const { rows } = await sql<Omit<Figures['webhooks'], 'sign'>>`
    select count(*) filter (where disabled_at is null)::int as active,
      count(*) filter (where disabled_at is null and failing_since is not null)::int as failing,
      count(*) filter (where disabled_at is not null and failing_since is not null)::int as switched_off,
      (select count(*)::int from webhook_deliveries where due_at is not null) as waiting
    from webhooks`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Returns the setting, the latest flood and today's counts, which nodes save every minute. */
export async function readCrawlers(db: Kysely<DB>): Promise<Omit<Figures['crawlers'], 'sign'>> {
  const { rows } = await sql<Omit<Figures['crawlers'], 'sign'>>`
    select (select guest_check from site_settings) as guest_check, floods.*, counts.*
    from (
      select coalesce(bool_or(ends_at > now()), false) as is_flood, max(started_at) as last_flood_at from floods
    ) as floods, (
      select coalesce(max(count) filter (where kind = 'guests_checked'), 0) as guests_checked,
        coalesce(max(count) filter (where kind = 'checks_solved'), 0) as checks_solved,
        coalesce(max(count) filter (where kind = 'checks_refused'), 0) as checks_refused,
        coalesce(max(count) filter (where kind = 'search_engine_reads'), 0) as search_engine_reads
      from day_counts where day = (now() at time zone 'UTC')::date
    ) as counts`.execute(db)
  return rows[0] as (typeof rows)[number]
}

/** Returns the SQL statements that took the most time in total: on all nodes, or else in this process. */
export async function readStatements(
  db: Kysely<DB>,
  own: { slowest(count: number): StatementTime[] },
): Promise<Statements> {
  const counted = await readCounted(db).catch(() => undefined)
  const times = counted ? merged(counted) : own.slowest(STATEMENTS_SHOWN)
  const items = times
    .slice(0, STATEMENTS_SHOWN)
    .map(({ statement, calls, total, max }) => ({ statement, calls, mean_ms: total / calls, max_ms: max }))
  return { source: counted ? 'database' : 'node', items }
}

/** Reads pg_stat_statements. Undefined if it isn't installed. Throws if the server hasn't preloaded it. */
async function readCounted(db: Kysely<DB>): Promise<StatementTime[] | undefined> {
  const { rows: found } = await sql<{ view: string | null }>`
    select (select quote_ident(n.nspname) || '.pg_stat_statements' from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'pg_stat_statements') as view`.execute(db)
  const view = found[0]?.view
  if (!view) return undefined
  const { rows } = await sql<StatementTime>`
    select query as statement, calls, total_exec_time as total, max_exec_time as max from ${sql.raw(view)}
    where dbid = (select oid from pg_database where datname = current_database())
      and userid = (select oid from pg_roles where rolname = current_user)
      and query ~* '^\\s*(select|insert|update|delete|with)\\M'
    order by total_exec_time desc limit ${STATEMENTS_SHOWN * 5}`.execute(db)
  return rows
}

/** Merges statements that differ only in literals or in the length of lists. */
function merged(times: readonly StatementTime[]): StatementTime[] {
  const all = new Map<string, StatementTime>()
  for (const { statement, calls, total, max } of times) {
    const text = scrubStatement(statement)
    const one = all.get(text) ?? { statement: text, calls: 0, total: 0, max: 0 }
    all.set(text, { ...one, calls: one.calls + calls, total: one.total + total, max: Math.max(one.max, max) })
  }
  return [...all.values()].sort((one, other) => other.total - one.total)
}
