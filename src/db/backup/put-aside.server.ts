import type pg from 'pg'
import { WORKPLACE } from './workplace.ts'

/** Where the forum that was there waits until the restored one is whole. */
const FORMER = 'threshold_former'
/** Of the jobs; those of a forum that is replaced go with it, and a start makes it anew. */
const JOBS = 'pgboss'
/** Insufficient privilege. */
const NOT_OURS = '42501'

/**
 * Puts what is in the database aside by a name, so that an archive that turns out to be wrong costs nothing. What an attempt
 * with another archive has left goes. Throws where a database with tables does not let its schema be renamed.
 */
export async function putAside(client: pg.Client): Promise<void> {
  if (await isThere(client, FORMER)) return await clear(client)
  await client.query('begin')
  try {
    await client.query(`alter schema public rename to ${FORMER}`)
    await client.query('create schema public')
    await moveExtensions(client, FORMER, 'public')
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    const { code } = error as { code?: string }
    if (code !== NOT_OURS || (await hasTables(client))) throw explained(error)
  }
}

/** The archive was wrong: what was put aside is as it was. */
export async function takeBack(client: pg.Client): Promise<void> {
  if (!(await isThere(client, FORMER))) return
  await client.query('begin')
  await client.query(`drop schema if exists ${WORKPLACE} cascade`)
  await moveExtensions(client, 'public', FORMER)
  await client.query('drop schema public cascade')
  await client.query(`alter schema ${FORMER} rename to public`)
  await client.query('commit')
}

/** The restored forum is whole. */
export async function dropFormer(client: pg.Client): Promise<void> {
  if (!(await isThere(client, FORMER))) return
  await client.query(`drop schema if exists ${FORMER}, ${JOBS} cascade`)
}

/** What a restore that was cut short has left in `public`. */
async function clear(client: pg.Client): Promise<void> {
  await takeBack(client)
  await putAside(client)
}

async function moveExtensions(client: pg.Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(extname) as name from pg_extension where extnamespace = $1::regnamespace`,
    [from],
  )
  for (const { name } of rows) await client.query(`alter extension ${name} set schema ${to}`)
}

async function isThere(client: pg.Client, schema: string): Promise<boolean> {
  const { rows } = await client.query('select to_regnamespace($1) is not null as there', [schema])
  return rows[0].there
}

async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as some",
  )
  return rows[0].some
}

function explained(error: unknown): Error {
  const { message } = error as Error
  return new Error(
    `What is in this database cannot be put aside (${message}). Make an empty one and restore --into it.`,
    { cause: error },
  )
}

/** Why a forum must not run on this database: a restore into it is not finished. */
export async function isUnfinished(client: pg.Client): Promise<boolean> {
  return (await isThere(client, WORKPLACE)) || (await isThere(client, FORMER))
}
