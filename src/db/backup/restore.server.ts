import type pg from 'pg'
import type { Files } from '../../platform/files.server.ts'
import { compareMigrations, MigrationError } from '../migrate.server.ts'
import { ArchiveError } from './archive-error.ts'
import type { Header, Manifest } from './format.ts'
import { Loader } from './load.server.ts'
import { connect } from './parts.server.ts'
import { dropFormer, putAside, takeBack } from './put-aside.server.ts'
import { readArchive, verifyArchive } from './read-archive.server.ts'
import { countRows } from './tally.server.ts'

export interface RestoreOptions {
  /** The path of the archive. */
  archive: string
  /** What `checkArchive` said of it, where it was asked before. */
  checked?: Checked
  url: string
  files: Pick<Files, 'write'>
  /** Whether a forum that is there may go. It is kept until the other one is whole. */
  replace: boolean
  progress?: (what: string, rows: number, bytes: number) => void
}

export interface Restored {
  header: Header
  manifest: Manifest
  secret: string | undefined
  /** Rows of a counter and its source that differ. */
  drift: unknown[]
  /** Parts that were there from an attempt before. */
  skipped: number
}

export type Checked = Awaited<ReturnType<typeof verifyArchive>>

/** Whether an archive is whole and of a version that this one knows. Throws ArchiveError. */
export async function checkArchive(archive: string, progress?: RestoreOptions['progress']): Promise<Checked> {
  const checked = await verifyArchive(archive, (bytes) => progress?.('checking', 0, bytes))
  await compareMigrations(checked.header.migrations).catch(asUnknown)
  return checked
}

/** A forum is where the restored one would be. */
export class OccupiedError extends Error {
  override name = 'OccupiedError'
}

/**
 * Fills a database and the storage of files with what an archive holds. All of it is read and compared with its sums before
 * anything is changed, and once more on the way. Cut short, the next attempt with the same archive goes on. Throws ArchiveError,
 * after which the database is as it was; OccupiedError where a forum is and `replace` is false.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { header, manifest, secret } =
    options.checked ?? (await checkArchive(options.archive, options.progress))
  const client = await connect(options.url, 'restore')
  try {
    const loader = new Loader(client, options.url)
    if (!(await loader.isBegun(manifest.content))) {
      await refuseOccupied(client, options.replace)
      await putAside(client)
    }
    await fill(loader, options, header, manifest).catch(async (error) => {
      if (error instanceof ArchiveError) await takeBack(client)
      throw error
    })
    await dropFormer(client)
    const { rows: drift } = await client.query('select * from counter_drift()')
    return { header, manifest, secret, drift, skipped: loader.skipped }
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function fill(
  loader: Loader,
  options: RestoreOptions,
  header: Header,
  manifest: Manifest,
): Promise<void> {
  const { archive, files, progress } = options
  await loader.begin(manifest.content, header)
  let [rows, bytes] = [0, 0]
  const entries = readArchive(archive)
  let next = await entries.next()
  for (; !next.done; next = await entries.next()) {
    const { name, bytes: content } = next.value
    if (name.kind === 'part') {
      await loader.load(name.table, name.number, content)
      rows += countRows(content)
    }
    if (name.kind === 'file') await files.write(name.key, content)
    bytes += content.length
    progress?.(name.kind === 'part' ? name.table : 'files', rows, bytes)
  }
  if (next.value.manifest.content !== manifest.content)
    throw new ArchiveError('damaged', 'The archive was changed while it was read.')
  const expected = new Map(manifest.tables.map((table) => [table.name, table.rows]))
  await loader.finish(header, expected, (what) => progress?.(what, rows, bytes))
  await loader.release()
}

/** A database is free that holds no member: what a first start writes into it is no loss. */
async function refuseOccupied(client: pg.Client, replace: boolean): Promise<void> {
  const { rows: others } = await client.query(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name in ('threshold jobs', 'threshold bus')`,
  )
  if (others.length > 0)
    throw new OccupiedError('A forum is running on this database. Stop it first: nobody may write meanwhile.')
  if (replace) return
  const { rows } = await client.query("select to_regclass('public.users') is not null as there")
  if (!rows[0].there) return
  const { rows: members } = await client.query('select from users limit 1')
  if (members.length > 0)
    throw new OccupiedError(
      'There is a forum with members. Restore with --replace, and it goes for this one.',
    )
}

function asUnknown(error: unknown): never {
  if (error instanceof MigrationError)
    throw new ArchiveError('unknown', `The archive does not fit: ${error.message}`)
  throw error
}
