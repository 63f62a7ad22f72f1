import type pg from 'pg'
import { hasTables, isForum } from './occupied.server.ts'
import { dropOurs } from './schema.server.ts'
import { WORKPLACE } from './workplace.ts'

/** Where the forum that was there waits until the restored one is whole. */
const FORMER = 'threshold_former'
/** Of the jobs; those of a forum that is replaced go with it, and a start makes it anew. */
const JOBS = 'pgboss'
/** Insufficient privilege. */
const NOT_OURS = '42501'

/**
 * Puts what is in the database aside by a name, so that an archive that turns out to be wrong costs nothing. Throws where a
 * database with tables does not let its schema be renamed.
 */
export async function putAside(client: pg.Client): Promise<void> {
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

/**
 * Undoes what an attempt has begun, here or of a move into this database: what was put aside is as it was, and where nothing
 * was, as there was nothing, there is nothing again. Answers whether there was something to undo.
 */
export async function takeBack(client: pg.Client): Promise<boolean> {
  const hasFormer = await isThere(client, FORMER)
  if (!hasFormer && !(await isThere(client, WORKPLACE))) return false
  await client.query('begin')
  try {
    await client.query(`drop schema if exists ${WORKPLACE} cascade`)
    if (hasFormer) {
      await moveExtensions(client, 'public', FORMER)
      await client.query('drop schema public cascade')
      await client.query(`alter schema ${FORMER} rename to public`)
    } else await dropOurs(client)
    await client.query('commit')
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * The forum in `public` is whole: from now on one may run on it, and what it replaces goes, all at once. Jobs go with the
 * forum that they are of; those of another application that was there are left alone.
 */
export async function release(client: pg.Client): Promise<void> {
  await client.query('begin')
  try {
    if (await isForum(client, FORMER)) await client.query(`drop schema if exists ${JOBS} cascade`)
    await client.query(`drop schema if exists ${FORMER}, ${WORKPLACE} cascade`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Why a forum must not run on this database: a restore into it is not finished. */
export async function isUnfinished(client: pg.Client): Promise<boolean> {
  return (await isThere(client, WORKPLACE)) || (await isThere(client, FORMER))
}

/** Whether a forum waits here until the one that comes is whole. */
export async function hasPutAside(client: pg.Client): Promise<boolean> {
  return await isThere(client, FORMER)
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

function explained(error: unknown): Error {
  const { message } = error as Error
  return new Error(
    `What is in this database cannot be put aside (${message}). Make an empty one and restore --into it.`,
    { cause: error },
  )
}
