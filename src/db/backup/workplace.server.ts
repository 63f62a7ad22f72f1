import type pg from 'pg'
import { hasTables, isForum, OccupiedError } from './occupied.server.ts'
import { dropOurs } from './schema.server.ts'

/** The schema with the state of a restore. While it exists, no forum starts on the database. */
export const WORKPLACE = 'threshold_restoring'
const JOBS = 'pgboss'

/** Whether a restore into this database is not finished. */
export async function isUnfinished(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as there', [WORKPLACE])
  return rows[0].there
}

/**
 * Drops the forum in `public` with its jobs, or an unfinished restore. Extensions stay: PostgreSQL 15 lets only a superuser move
 * or drop their functions. Throws OccupiedError, with nothing changed, if tables of another owner are left.
 */
export async function emptyDatabase(client: pg.Client): Promise<void> {
  await client.query('begin')
  try {
    // Another application can have a schema of the same name. An unfinished restore has no jobs yet.
    const hasJobs = !(await isUnfinished(client)) && (await isForum(client))
    if (hasJobs) await client.query(`drop schema if exists ${JOBS} cascade`)
    await client.query(`drop schema if exists ${WORKPLACE} cascade`)
    await dropOurs(client)
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

/** The restore is complete, and a forum may start on the database. */
export async function release(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${WORKPLACE} cascade`)
}
