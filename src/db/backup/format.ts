// What an archive holds; docs/backup-format.md says it for people. A change that an older version cannot read has a new number.
import { z } from 'zod'

export const FORMAT = 3
/**
 * Bytes after which a part of a table ends, with the row that is being written. Small, as a forum that makes its backup while
 * it serves answers nobody for the five milliseconds in which a part is counted and summed up.
 */
export const PART_BYTES = 2 ** 20
/** Files that are the forum's own. Images of posts are not among them: they are drawn again when somebody asks. */
export const FILE_FOLDERS = ['avatars']

/** Bytes that an entry may have: a part is one row longer than `PART_BYTES`, and PostgreSQL's rows end at a gigabyte. */
export const MOST_BYTES = { part: 256 * 2 ** 20, file: 64 * 2 ** 20, list: 8 * 2 ** 20 }

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const sum = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/**
 * `sequences.json`, the last entry before the manifest: where the numbers of a table go on, as the last one given, and whether
 * it was. Read after the rows, they are never behind them.
 */
export const sequencesSchema = z.array(
  z.strictObject({ table: name, column: name, last: count, is_called: z.boolean() }),
)

/** `header.json`, the first entry: what is known before anything is read. */
export const headerSchema = z.strictObject({
  kind: z.literal('threshold-backup'),
  format: z.literal(FORMAT),
  /** Of package.json. */
  version: z.string().max(40),
  made_at: z.iso.datetime(),
  /** `server_version_num` of the database. */
  postgresql: count,
  migrations: z
    .array(z.strictObject({ name: z.string().regex(/^\d{4}_[\w-]{1,100}\.sql$/), checksum: sum }))
    .min(1),
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1) })),
})

/** `manifest.json`, the last entry: everything in it can be worked out from what comes before, and is compared with that. */
export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  tables: z.array(z.strictObject({ name, rows: count, bytes: count, sha256: sum })),
  files: z.strictObject({ count, bytes: count }),
  /** Digest of the names and checksums of all entries before this one. */
  entries: sum,
  /** Of what the forum holds, the same for two archives of the same content. */
  content: sum,
})

export type Header = z.output<typeof headerSchema>
export type Sequence = z.output<typeof sequencesSchema>[number]
export type Manifest = z.output<typeof manifestSchema>
export type TableOfArchive = Header['tables'][number]

export type EntryName =
  | { kind: 'header' | 'settings' | 'secret' | 'sequences' | 'manifest' }
  | { kind: 'part'; table: string; number: number }
  | { kind: 'file'; key: string }

/** What an entry is by its name; nothing where an archive of ours has none of that name. */
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
 * What can be wrong with an archive:
 * `damaged`: it ends too early, is no archive, or a sum does not fit what it stands for;
 * `refused`: something is in it that no backup of ours has, or that is larger than one may be;
 * `unknown`: its format, migrations, tables or columns are not those of this version.
 */
type ArchiveProblem = 'damaged' | 'refused' | 'unknown'

/** An archive that is not restored. Nothing has been changed; the message says why. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
