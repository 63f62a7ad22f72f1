import type { z } from 'zod'
import {
  ARCHIVE_FORMAT,
  ArchiveError,
  type ArchiveHeader,
  type EntryName,
  headerSchema,
  type Manifest,
  manifestSchema,
  parseName,
  type Sequence,
  sequencesSchema,
  Tally,
} from './format.ts'

export type ReadEntry = { name: EntryName; bytes: Buffer }

export class Checker {
  private header: ArchiveHeader | undefined
  private manifest: Manifest | undefined
  private tally: Tally | undefined
  private sequences: Sequence[] | undefined
  private part = { table: -1, number: 0 }
  private readonly once = new Set<string>()

  check({ name, bytes }: { name: string; bytes: Buffer }): ReadEntry {
    const parsed = parseName(name) as EntryName
    if (this.manifest) throw new ArchiveError('refused', `Unexpected entry after the manifest: ${name}.`)
    if (!this.header && parsed.kind !== 'header')
      throw new ArchiveError('refused', 'The archive does not begin with its header.')
    if (parsed.kind === 'manifest') this.checkManifest(bytes)
    else this.checkContent(parsed, name, bytes)
    return { name: parsed, bytes }
  }

  end(): ArchiveContents {
    if (!this.header || !this.manifest || !this.sequences)
      throw new ArchiveError('damaged', 'The archive ends before its manifest.')
    return { header: this.header, manifest: this.manifest, sequences: this.sequences }
  }

  private checkContent(entry: EntryName, name: string, bytes: Buffer): void {
    if (entry.kind !== 'part' && entry.kind !== 'file') {
      if (this.once.has(entry.kind)) throw new ArchiveError('refused', `${name} occurs twice.`)
      this.once.add(entry.kind)
    }
    if (entry.kind === 'header') {
      this.header = readHeader(bytes)
      this.tally = new Tally(this.header)
    }
    if (entry.kind === 'sequences') this.sequences = parsed(sequencesSchema, bytes, name)
    if (entry.kind === 'part') this.checkPart(entry, name, bytes)
    this.tally?.add(name, bytes)
  }

  /** Checks the order of tables and parts, and the number of columns in each row. */
  private checkPart({ table, number }: { table: string; number: number }, name: string, bytes: Buffer): void {
    const tables = this.header?.tables ?? []
    const index = tables.findIndex((one) => one.name === table)
    const isNext = index === this.part.table ? number === this.part.number + 1 : number === 1
    if (index < this.part.table || !isNext || index === -1)
      throw new ArchiveError('refused', `${name} is in the wrong place.`)
    this.part = { table: index, number }
    if (!areRows(bytes, tables[index]?.columns.length ?? 0) || endsEarly(bytes))
      throw new ArchiveError('refused', `The rows in ${name} do not match the columns in the header.`)
  }

  private checkManifest(bytes: Buffer): void {
    const said = parsed(manifestSchema, bytes, 'manifest.json')
    const found = this.tally?.manifest()
    if (JSON.stringify(said) !== JSON.stringify(found))
      throw new ArchiveError('damaged', 'The archive does not match its manifest.')
    this.manifest = said
  }
}

export interface ArchiveContents {
  header: ArchiveHeader
  manifest: Manifest
  sequences: Sequence[]
}

const TAB = 0x09
const LINE_FEED = 0x0a

/** Returns whether each line has this many columns. Takes 2 ms per part. */
function areRows(bytes: Buffer, columns: number): boolean {
  let tabs = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === TAB) tabs++
    if (byte !== LINE_FEED) continue
    if (tabs !== columns - 1) return false
    tabs = 0
  }
  return bytes.at(-1) === LINE_FEED
}

/** Returns whether there is a line `\.`, where PostgreSQL would stop reading. Values never contain it. */
function endsEarly(bytes: Buffer): boolean {
  return bytes.includes('\n\\.\n') || bytes.subarray(0, 3).equals(Buffer.from('\\.\n'))
}

function readHeader(bytes: Buffer): ArchiveHeader {
  const { format } = (parseJson(bytes, 'header.json') ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format !== ARCHIVE_FORMAT)
    throw new ArchiveError(
      'unknown',
      `The archive has format ${format}; this version reads format ${ARCHIVE_FORMAT}.`,
    )
  return parsed(headerSchema, bytes, 'header.json')
}

function parsed<Schema extends z.ZodType>(schema: Schema, bytes: Buffer, name: string): z.output<Schema> {
  const result = schema.safeParse(parseJson(bytes, name))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ArchiveError('refused', `${name} is not valid: ${issue?.path.join('.')} ${issue?.message}`)
}

function parseJson(bytes: Buffer, name: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new ArchiveError('refused', `${name} is not valid JSON.`)
  }
}
