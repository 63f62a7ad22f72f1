import { type Kysely, sql } from 'kysely'
import { makeBackup } from '../../db/backup/jobs.server.ts'
import type { DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import type { JobQueue } from '../../platform/jobs/jobs.server.ts'
import { hasQueue } from './failed-jobs-sql.server.ts'

interface Needs {
  db: Kysely<DB>
  jobs: JobQueue
}

/** Starts a backup and logs who started it. Returns false if one is already running or waiting to run. */
export async function startBackup({ db, jobs }: Needs, by: string): Promise<boolean> {
  if (await isBackupRunning(db)) return false
  await jobs.add(makeBackup, {}, { once: { key: 'now', seconds: 60 } })
  await db
    .insertInto('content_changes')
    .values({
      kind: 'job',
      item_id: newId(),
      name: makeBackup.name,
      act: 'created',
      fields: [],
      changed_by: by,
    })
    .execute()
  return true
}

export async function isBackupRunning(db: Kysely<DB>): Promise<boolean> {
  if (!(await hasQueue(db))) return false
  const { rows } = await sql<{ is_running: boolean }>`
    select exists (
      select from pgboss.job where name = ${makeBackup.name} and (state = 'active' or state < 'active' and start_after <= now())
    ) as is_running`.execute(db)
  return rows[0]?.is_running ?? false
}
