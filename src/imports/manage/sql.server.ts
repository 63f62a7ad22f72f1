import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { toPage } from '../../platform/keyset.server.ts'
import type { ImportRun } from './contract.ts'
import { IS_DRY_RUN, IS_RUNNING, IS_UNDONE, RUNS_PAGE, type RunState, STOPPED_SECONDS } from './policy.ts'
import { lockRuns } from './run-progress.server.ts'

const isAlive = sql<boolean>`
  (finished_at is null and seen_at > clock_timestamp() - make_interval(secs => ${STOPPED_SECONDS}))`

const STATE = sql<RunState>`
  case when undone_at is not null then 'undone' when undo_requested_at is not null then 'undoing'
    when finished_at is not null then 'done' when ${isAlive} then phase else 'stopped' end`

type Row = Omit<ImportRun, 'per_second' | 'seconds_left' | 'can'> & { seconds: number }

/** Returns a page of runs, newest first. Ids sort by time. */
export async function listRuns(
  db: Kysely<DB>,
  { cursor, limit = RUNS_PAGE }: { cursor?: string | undefined; limit?: number },
) {
  const { rows } = await sql<Row>`
    select id, source, is_dry_run, ${STATE} as state, started_at, finished_at, undone_at, records, total, problem,
      kept, report,
      extract(epoch from coalesce(seen_at, clock_timestamp()) - phase_started_at)::float8 as seconds
    from import_runs where ${cursor === undefined ? sql`true` : sql`id < ${cursor}`}
    order by id desc limit ${limit + 1}`.execute(db)
  const isBusy = await isImporting(db)
  return toPage(
    rows.map((row) => toRun(row, isBusy)),
    limit,
    ({ id }) => id,
  )
}

function toRun({ seconds, ...row }: Row, isBusy: boolean): ImportRun {
  const speed = row.records / Math.max(1, seconds)
  const isWriting = row.state === 'writing' && row.total !== null && speed > 0
  const isUndoable = row.state === 'done' || row.state === 'stopped'
  return {
    ...row,
    per_second: Math.round(speed),
    seconds_left: isWriting ? Math.ceil(Math.max(0, (row.total ?? 0) - row.records) / speed) : null,
    can: { undo: isUndoable && !row.is_dry_run && !isBusy },
  }
}

export async function isImporting(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ is_busy: boolean }>`
    select exists (select from import_runs where ${isAlive}) as is_busy`.execute(db)
  return rows[0]?.is_busy ?? false
}

export async function hasRun(db: Kysely<DB>, id: string): Promise<boolean> {
  return (await db.selectFrom('import_runs').select('id').where('id', '=', id).execute()).length > 0
}

/** Requests that a job undoes the run, and logs it. Returns why that is refused, or undefined if there is no such run. */
export function requestUndo(
  db: Kysely<DB>,
  id: string,
  by: string,
): Promise<{ refusal: string | null } | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockRuns(trx)
    const { rows } = await sql<Pick<Row, 'source' | 'is_dry_run' | 'state'>>`
      select source, is_dry_run, ${STATE} as state from import_runs where id = ${id}`.execute(trx)
    const [run] = rows
    if (!run) return undefined
    if (run.is_dry_run) return { refusal: IS_DRY_RUN }
    if (run.state === 'undone' || run.state === 'undoing') return { refusal: IS_UNDONE }
    if (await isImporting(trx)) return { refusal: IS_RUNNING }
    await sql`update import_runs set undo_requested_at = now() where id = ${id}`.execute(trx)
    await trx
      .insertInto('content_changes')
      .values({
        kind: 'import',
        item_id: id,
        name: run.source,
        act: 'deleted',
        fields: [],
        changed_by: by,
      })
      .execute()
    return { refusal: null }
  })
}
