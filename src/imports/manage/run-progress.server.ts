import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { ImportReport } from '../report/report.server.ts'
import { SOURCE_SCHEMA } from '../staging.server.ts'
import { figuresOf } from './figures.ts'

/** Milliseconds between two updates of a run's progress. */
const STORE_EVERY_MS = 1000
/** Maximum characters of a problem. */
const PROBLEM_LENGTH = 300

/** Thrown if an import cannot start now. The message says why, in words for operators. */
export class ImportBusyError extends Error {
  override name = 'ImportBusyError'
}

interface NewRun {
  /** The software and the address of the former forum. */
  source: string
  file_digest: string
  is_dry_run: boolean
}

/** Creates a run, which then stores its progress every second. Throws ImportBusyError while an import is being undone. */
export async function startRun(db: Kysely<DB>, run: NewRun): Promise<RunProgress> {
  const id = await db.transaction().execute(async (trx) => {
    await lockRuns(trx)
    if ((await listUndoRequests(trx)).length > 0)
      throw new ImportBusyError('An import is being undone. Start this one when that has ended.')
    const row = await trx
      .insertInto('import_runs')
      .values({ ...run, seen_at: sql<string>`clock_timestamp()` })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  return new RunProgress(db, id)
}

/** Serializes the start of imports with requests to undo one, until the transaction ends. */
export async function lockRuns(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('import_runs'))`.execute(trx)
}

/** Returns the ids of runs that have to be undone. */
export async function listUndoRequests(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from import_runs where undo_requested_at is not null and undone_at is null order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** The progress of a run, stored for /manage/import. While the database fails, the progress is not stored. */
export class RunProgress {
  readonly id: string
  private readonly db: Kysely<DB>
  private readonly timer: ReturnType<typeof setInterval>
  private records = 0
  private storing: Promise<void> | undefined

  constructor(db: Kysely<DB>, id: string) {
    this.db = db
    this.id = id
    this.timer = setInterval(() => this.store(), STORE_EVERY_MS)
  }

  /** Counts rows that were read, or records that were written. */
  add(records: number): void {
    this.records += records
  }

  /** Begins to count records that are written. Needs the records of the dump. */
  async beginWriting(): Promise<void> {
    this.records = 0
    await sql`
      update import_runs set phase = 'writing', phase_started_at = clock_timestamp(), seen_at = clock_timestamp(),
        records = 0, total = (
          select count(*) from ${sql.id(SOURCE_SCHEMA, 'records')} r
          where r.record is not null and not exists (
            select from imported i where i.source = import_runs.source and i.kind = r.kind and i.old_id = r.old_id
              and i.id is not null))
      where id = ${this.id}`.execute(this.db)
  }

  async finish(report: ImportReport): Promise<void> {
    await sql`
      update import_runs set finished_at = clock_timestamp(), records = ${this.records},
        report = ${JSON.stringify(figuresOf(report))}::jsonb
      where id = ${this.id}`.execute(this.db)
  }

  /** Stores why the run has stopped. @param problem is for operators */
  async fail(problem: string): Promise<void> {
    await sql`update import_runs set problem = ${problem.slice(0, PROBLEM_LENGTH)} where id = ${this.id}`.execute(
      this.db,
    )
  }

  /** Stops storing. A run that has not finished counts as stopped. */
  async end(): Promise<void> {
    clearInterval(this.timer)
    await this.storing
    await this.update(sql`null`)
  }

  private store(): void {
    this.storing ??= this.update(sql`clock_timestamp()`).then(() => {
      this.storing = undefined
    })
  }

  private async update(seenAt: ReturnType<typeof sql>): Promise<void> {
    await sql`
      update import_runs set seen_at = ${seenAt}, records = ${this.records}
      where id = ${this.id} and finished_at is null`
      .execute(this.db)
      .catch(() => undefined)
  }
}
