// The archive format, described in docs/backup-format.md. Changes that break older versions need a new number.
import { z } from 'zod'

export const FORMAT = 3
/** Minimum size of a part. The forum blocks for the 5 ms that it takes to count and hash one. */
export const PART_BYTES = 2 ** 20
/** Folders of uploaded files. Social images are not included because they can be drawn again. */
export const FILE_FOLDERS = ['avatars']

/** Maximum bytes of an entry. A part exceeds `PART_BYTES` by one row, and rows can have a gigabyte. */
export const MOST_BYTES = { part: 256 * 2 ** 20, file: 64 * 2 ** 20, list: 8 * 2 ** 20 }

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const sum = z.string().regex(/^[0-9a-f]{64}$/)
const count = z.number().int().nonnegative()

/** `sequences.json`, the last entry before the manifest: positions of the identity columns. */
export const sequencesSchema = z.array(
  z.strictObject({ table: name, column: name, last: count, is_called: z.boolean() }),
)

/** `header.json`, the first entry. */
export const headerSchema = z.strictObject({
  kind: z.literal('threshold-backup'),
  format: z.literal(FORMAT),
  version: z.string().max(40),
  made_at: z.iso.datetime(),
  /** `server_version_num` of the database. */
  postgresql: count,
  migrations: z
    .array(z.strictObject({ name: z.string().regex(/^\d{4}_[\w-]{1,100}\.sql$/), checksum: sum }))
    .min(1),
  tables: z.array(z.strictObject({ name, columns: z.array(name).min(1) })),
})

/** `manifest.json`, the last entry. It only contains what can be computed from the other entries. */
export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  tables: z.array(z.strictObject({ name, rows: count, bytes: count, sha256: sum })),
  files: z.strictObject({ count, bytes: count }),
  /** Hash of the names and checksums of all other entries. */
  entries: sum,
  /** Hash of the forum's content, equal for two archives of the same content. */
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

/** The kind of an entry, by its name. Undefined if our archives have no such entry. */
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
 * `damaged`: incomplete, not an archive, or a wrong checksum. `refused`: an unexpected or too large entry.
 * `unknown`: the format, migrations, tables or columns of another version.
 */
type ArchiveProblem = 'damaged' | 'refused' | 'unknown'

/** An archive that cannot be restored. Nothing was changed. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
  readonly problem: ArchiveProblem

  constructor(problem: ArchiveProblem, message: string) {
    super(message)
    this.problem = problem
  }
}
