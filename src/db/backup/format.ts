// The archive format (docs/operations/backup.md). A change that breaks older versions needs a new number.
import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'

export const ARCHIVE_FORMAT = 3
/** Minimum size of a part in bytes. Counting and hashing a part blocks the event loop for 5 ms. */
export const PART_BYTES = 2 ** 20
/** Folders with uploaded files. Social images are left out, because they can be generated again. */
export const FILE_FOLDERS = ['avatars', 'pictures', 'site']

/** Maximum sizes of entries in bytes. A part exceeds `PART_BYTES` by at most one row, which can be large. */
export const MOST_BYTES = { part: 256 * 2 ** 20, file: 64 * 2 ** 20, list: 8 * 2 ** 20 }

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const sum = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/** Schema of `sequences.json`, the last entry before the manifest: the positions of the identity columns. */
export const sequencesSchema = z.array(
  z.strictObject({ table: name, column: name, last: count, is_called: z.boolean() }),
)

/** Schema of `header.json`, the first entry of an archive. */
export const headerSchema = z.strictObject({
  kind: z.literal('threshold-backup'),
  format: z.literal(ARCHIVE_FORMAT),
  version: z.string().max(40),
  made_at: z.iso.datetime(),
  postgresql: count,
  migrations: z
    .array(z.strictObject({ name: z.string().regex(/^\d{4}_[\w-]{1,100}\.sql$/), checksum: sum }))
    .min(1),
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1) })),
})

/** Schema of `manifest.json`, the last entry. Contains only values computed from the other entries. */
export const manifestSchema = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  tables: z.array(z.strictObject({ name, rows: count, bytes: count, sha256: sum })),
  files: z.strictObject({ count, bytes: count }),
  /** Hash of the names and checksums of all other entries. */
  entries: sum,
  /** Hash of the forum's content. Two archives with the same content have the same hash. */
  content: sum,
})

export type ArchiveHeader = z.output<typeof headerSchema>
export type Sequence = z.output<typeof sequencesSchema>[number]
export type Manifest = z.output<typeof manifestSchema>
export type TableOfArchive = ArchiveHeader['tables'][number]

export type EntryName =
  | { kind: 'header' | 'settings' | 'secret' | 'sequences' | 'manifest' }
  | { kind: 'part'; table: string; number: number }
  | { kind: 'file'; key: string }

/** Returns the kind of an entry, or undefined if archives have no entry of this name. */
export function parseName(text: string): EntryName | undefined {
  if (text === 'header.json') return { kind: 'header' }
  if (text === 'settings.json') return { kind: 'settings' }
  if (text === 'auth-secret') return { kind: 'secret' }
  if (text === 'sequences.json') return { kind: 'sequences' }
  if (text === 'manifest.json') return { kind: 'manifest' }
  const part = /^tables\/([a-z_][a-z0-9_]{0,62})\/(\d{6})\.copy$/.exec(text)
  if (part?.[1]) return { kind: 'part', table: part[1], number: Number(part[2]) }
  const file = /^files\/(([\w-]+)\/(?:[\w-]+\/)*[\w-]+\.(?:webp|png))$/.exec(text)
  const isOurs = file?.[1] && FILE_FOLDERS.includes(file[2] ?? '') && text.length < 300
  return isOurs ? { kind: 'file', key: file[1] as string } : undefined
}

export const partName = (table: string, number: number) =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`

/**
 * Why an archive is invalid. `damaged`: incomplete, not an archive, or a wrong checksum. `refused`: an
 * unexpected or too large entry. `unknown`: format, migrations, tables or columns of another version.
 */
type ArchiveProblem = 'damaged' | 'refused' | 'unknown'

export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** Computes the manifest. Used when writing and when reading an archive. */
export class Tally {
  private readonly tables = new Map<string, { rows: number; bytes: number; hash: Hash }>()
  private readonly files = { count: 0, bytes: 0 }
  private fileSum = 0n
  private readonly entries = createHash('sha256')
  private sequences: Sequence[] = []
  private readonly header: ArchiveHeader

  constructor(header: ArchiveHeader) {
    this.header = header
    for (const { name } of header.tables)
      this.tables.set(name, { rows: 0, bytes: 0, hash: createHash('sha256') })
  }

  add(text: string, bytes: Buffer): void {
    const name = parseName(text)
    const sum = sha256(bytes)
    this.entries.update(`${text} ${sum}\n`)
    if (name?.kind === 'part') {
      const table = this.tables.get(name.table)
      if (!table) return
      table.rows += countRows(bytes)
      table.bytes += bytes.length
      table.hash.update(bytes)
    }
    if (name?.kind === 'file') {
      this.files.count++
      this.files.bytes += bytes.length
      this.fileSum = BigInt.asUintN(256, this.fileSum + BigInt(`0x${sha256(`${name.key} ${sum}`)}`))
    }
    if (name?.kind === 'sequences') this.sequences = JSON.parse(bytes.toString('utf8'))
  }

  manifest(): Manifest {
    const tables = Array.from(this.tables, ([name, { rows, bytes, hash }]) => ({
      name,
      rows,
      bytes,
      sha256: hash.copy().digest('hex'),
    }))
    const { format, migrations, tables: columns } = this.header
    const { sequences } = this
    const files = { ...this.files, sum: this.fileSum.toString(16) }
    const content = sha256(JSON.stringify({ migrations, sequences, columns, tables, files }))
    const entries = this.entries.copy().digest('hex')
    return { format, tables, files: this.files, entries, content }
  }
}

function sha256(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Counts rows by their line feeds, because `COPY` in text format escapes line feeds in values. */
export function countRows(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

const LINE_FEED = 0x0a
