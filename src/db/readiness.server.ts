import { type Kysely, sql } from 'kysely'
import { within } from '../platform/within.ts'
import type { DB } from './types.ts'

/** PostgreSQL's code for a disk without space. */
const DISK_FULL = '53100'

let isDiskFull = false

/** Remembers that the database refused a write because its disk is full. Other errors change nothing. */
export function noteDiskFull(error: unknown): void {
  if ((error as { code?: string }).code === DISK_FULL) isDiskFull = true
}

/**
 * Resolves when the database answers and, if it lately refused a write for lack of disk space, accepts one again. Rejects
 * otherwise, and after `timeout` ms (2,000). For /readyz.
 */
export async function checkDatabase(db: Kysely<DB>, timeout = 2000): Promise<void> {
  await within(timeout, sql`select 1`.execute(db))
  if (!isDiskFull) return
  await within(timeout, writeSomething(db))
  isDiskFull = false
}

/** A temporary table takes new pages from the disk, unlike an update, which may fit into a page that is there. */
async function writeSomething(db: Kysely<DB>): Promise<void> {
  await sql`create temporary table disk_space on commit drop as select repeat('x', 1000) from generate_series(1, 100)`
    .execute(db)
    .catch((error) => {
      if (error.code !== NO_PERMISSION) throw error
    })
}

/** PostgreSQL's code where the forum's role may not make temporary tables: then nothing is known. */
const NO_PERMISSION = '42501'
