import type pg from 'pg'
import { isFirstMigration } from '../migrate.server.ts'
import { dropOwnedObjects } from './schema.server.ts'

/** Thrown if the target database is in use. The message explains what to do. */
export class OccupiedError extends Error {
  override name = 'OccupiedError'
}

/** Throws OccupiedError if a forum is running on this database. */
export async function refuseRunning(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name in ('threshold jobs', 'threshold bus')`,
  )
  if (rows.length > 0)
    throw new OccupiedError('A forum is running on this database. Stop it first: nobody may write meanwhile.')
}

/** Throws OccupiedError unless the database is empty or contains a forum without members. */
export async function refuseOccupied(client: pg.Client): Promise<void> {
  if (!(await hasTables(client))) return
  if (!(await isForum(client)))
    throw new OccupiedError(
      'There are tables in this database that are no forum. Make an empty one; or restore with --replace, and they go for good.',
    )
  const { rows: members } = await client.query('select from public.users limit 1')
  if (members.length > 0)
    throw new OccupiedError('There is a forum with members. To replace this forum, restore with --replace.')
}

export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  )
  return rows.length > 0
}

/** Returns whether `public` is a forum's schema. Other applications may have a table `migrations` too. */
export async function isForum(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('public.migrations') is not null as there")
  if (!rows[0].there) return false
  const { rows: applied } = await client.query<{ name: string | null; checksum: string | null }>(
    `select to_jsonb(m) ->> 'name' as name, to_jsonb(m) ->> 'checksum' as checksum
     from public.migrations as m order by 1 limit 1`,
  )
  return applied[0] !== undefined && (await isFirstMigration(applied[0]))
}

/** Schema that stores the state of a restore. While it exists, no forum starts on the database. */
export const RESTORE_SCHEMA = 'threshold_restoring'
const JOBS = 'pgboss'

export async function isRestoreUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as there', [RESTORE_SCHEMA])
  return rows[0].there
}

/**
 * Drops the forum and its jobs, or an unfinished restore. Leaves extensions, because PostgreSQL 15 requires a
 * superuser to drop them. Throws OccupiedError and changes nothing if another owner's tables would remain.
 */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('begin')
  try {
    // Without a forum, the schema may belong to another application. An unfinished restore has no jobs.
    const hasJobs = !(await isRestoreUnfinished(client)) && (await isForum(client))
    if (hasJobs) await client.query(`drop schema if exists ${JOBS} cascade`)
    await client.query(`drop schema if exists ${RESTORE_SCHEMA} cascade`)
    await dropOwnedObjects(client)
    if (await hasTables(client))
      throw new OccupiedError(
        'Tables in this database belong to another user. Restore into an empty database.',
      )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

export async function dropRestoreSchema(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${RESTORE_SCHEMA} cascade`)
}
