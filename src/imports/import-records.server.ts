import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/types.ts'
import type { ImportFiles } from './files/import-files.server.ts'
import type { MarkupConverter } from './markup-converter.ts'
import { type ImportKind, KINDS, type Outcome, type Sourced } from './records.ts'
import { SOURCE_SCHEMA } from './staging.server.ts'
import { writeAddresses } from './write/addresses.server.ts'
import { findHere } from './write/already-here.server.ts'
import type { ImportWrite, Writer } from './write/batch.server.ts'
import { writeConcepts } from './write/concepts.server.ts'
import { writeMembers } from './write/members.server.ts'
import { writeAvatars, writePictures } from './write/pictures.server.ts'
import {
  writeBlocks,
  writeBookmarks,
  writeFollows,
  writeMessages,
  writeVotes,
} from './write/relations.server.ts'
import { writeSanctions } from './write/sanctions.server.ts'
import { writeComments, writePosts } from './write/texts.server.ts'

/** Records that are written in one transaction. */
const BATCH = 500

export interface ImportRun {
  id: string
  source: string
  markup: MarkupConverter
  /** Undefined: pictures are not imported. */
  files: ImportFiles | undefined
}

/** Called after each transaction with the number of records of a kind that it wrote. */
export type Progress = (kind: ImportKind, records: number) => void

/**
 * Writes all records that no run has imported yet, in order. Each batch is one transaction that also stores the
 * outcomes, so an interrupted import can be started again. Nobody is notified or mailed.
 */
export async function importRecords(db: Kysely<DB>, run: ImportRun, progress: Progress): Promise<void> {
  for (const kind of KINDS) {
    for (let last = '0'; ; ) {
      const rows = await readRecords(db, run.source, kind, last)
      const end = rows.at(-1)
      if (!end) break
      last = end.position
      const records = rows.map(({ old_id, record }) => ({ ...record, old_id }))
      await writeBatch(db, run, kind, records as AnyRecord[])
      progress(kind, records.length)
    }
  }
}

const records = sql.id(SOURCE_SCHEMA, 'records')

async function readRecords(db: Kysely<DB>, source: string, kind: ImportKind, after: string) {
  const { rows } = await sql<{ position: string; old_id: string; record: object }>`
    select r.position::text, r.old_id, r.record from ${records} r
    where r.kind = ${kind} and r.position > ${after}::bigint and r.record is not null
      and not exists (
        select from imported i
        where i.source = ${source} and i.kind = r.kind and i.old_id = r.old_id and i.id is not null)
    order by r.position limit ${BATCH}`.execute(db)
  return rows
}

type AnyRecord = Sourced<ImportKind>

/** Writes a batch. If the database refuses it, writes its records one by one, so that only the refused ones fail. */
async function writeBatch(
  db: Kysely<DB>,
  run: ImportRun,
  kind: ImportKind,
  batch: AnyRecord[],
): Promise<void> {
  const write = writersOf(run)[kind] as Writer<ImportKind>
  const writeAll = (part: AnyRecord[]) =>
    importing(db, async (trx) => {
      const target: ImportWrite = { trx, source: run.source }
      const here = await findHere(
        target,
        kind,
        part.map(({ old_id }) => old_id),
      )
      const known = new Set(here.map(({ old_id }) => old_id))
      const added = part.filter(({ old_id }) => !known.has(old_id))
      await storeOutcomes(target, run.id, kind, [...here, ...(await write(target, added as never))])
    })
  try {
    await writeAll(batch)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (batch.length > 1) for (const record of batch) await writeBatch(db, run, kind, [record])
    else await importing(db, (trx) => storeRefusal({ trx, source: run.source }, run.id, kind, batch, error))
  }
}

/** Runs `act` in a transaction, or in a part of one, whose texts may be those of any member. */
async function importing(db: Kysely<DB>, act: (trx: Transaction<DB>) => Promise<void>): Promise<void> {
  const actAsImport = async (trx: Transaction<DB>) => {
    await sql`
      select set_config('threshold.publishes_for_others', 'on', true), set_config('threshold.is_import', 'on', true)`.execute(
      trx,
    )
    await act(trx)
  }
  if (!db.isTransaction) return db.transaction().execute(actAsImport)
  const trx = db as Transaction<DB>
  await sql`savepoint batch`.execute(trx)
  try {
    await actAsImport(trx)
    await sql`release savepoint batch`.execute(trx)
  } catch (error) {
    await sql`rollback to savepoint batch`.execute(trx)
    throw error
  }
}

/** SQLSTATE class 22 (a value that does not fit) or 23 (a constraint). */
export function isRefusal(error: unknown): error is { code: string; constraint?: string; message: string } {
  return /^2[23]/.test(String((error as { code?: string }).code))
}

function storeRefusal(
  target: ImportWrite,
  runId: string,
  kind: ImportKind,
  batch: AnyRecord[],
  error: { constraint?: string; message: string },
): Promise<void> {
  const problem = `the database refused it: ${error.constraint ?? error.message.slice(0, 200)}`
  return storeOutcomes(
    target,
    runId,
    kind,
    batch.map(({ old_id }) => ({ old_id, problem })),
  )
}

async function storeOutcomes(
  { trx, source }: ImportWrite,
  run_id: string,
  kind: ImportKind,
  outcomes: readonly Outcome[],
): Promise<void> {
  await sql`
    insert into imported (source, kind, old_id, run_id, id, is_old, problem, original)
    select ${source}, ${kind}, o.old_id, ${run_id}, o.id, coalesce(o.is_old, false), o.problem, o.original
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (old_id text, id uuid, is_old boolean, problem text, original text)
    on conflict (source, kind, old_id) do update
    set run_id = excluded.run_id, id = excluded.id, problem = excluded.problem, original = excluded.original`.execute(
    trx,
  )
}

function writersOf({ markup, files }: ImportRun): { [Kind in ImportKind]: Writer<Kind> } {
  return {
    member: writeMembers,
    avatar: files ? writeAvatars(files) : leaveOut,
    concept: writeConcepts,
    picture: files ? writePictures(files) : leaveOut,
    post: writePosts(markup),
    comment: writeComments(markup),
    vote: writeVotes,
    bookmark: writeBookmarks,
    follow: writeFollows,
    block: writeBlocks,
    message: writeMessages(markup),
    sanction: writeSanctions,
    address: writeAddresses,
  }
}

/** Without the folder of uploads, there are no such records. */
const leaveOut = async () => []
