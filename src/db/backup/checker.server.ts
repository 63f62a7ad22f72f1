import type { z } from 'zod'
import { ArchiveError } from './archive-error.ts'
import {
  type Entry,
  type EntryName,
  entrySchema,
  FORMAT,
  type Header,
  headerSchema,
  type Manifest,
  manifestSchema,
  parseName,
  type Sequence,
  SUMS_EACH,
  sequencesSchema,
} from './format.ts'
import { sha256, Tally } from './tally.server.ts'

export type ReadEntry = { name: EntryName; bytes: Buffer }

/** Compares an archive with what it says of itself, as it goes by. */
export class Checker {
  private header: Header | undefined
  private manifest: Manifest | undefined
  private tally: Tally | undefined
  private sequences: Sequence[] | undefined
  private pending: Entry[] = []
  private lists = 0
  private part = { table: -1, number: 0 }
  private readonly once = new Set<string>()

  check({ name, bytes }: { name: string; bytes: Buffer }): ReadEntry {
    const parsed = parseName(name) as EntryName
    if (this.manifest) throw new ArchiveError('refused', `${name} comes after the manifest.`)
    if (!this.header && parsed.kind !== 'header')
      throw new ArchiveError('refused', 'The header is not first.')
    const entry = { name, bytes: bytes.length, sha256: sha256(bytes) }
    if (parsed.kind === 'manifest') this.checkManifest(bytes)
    else if (parsed.kind === 'sums') this.checkSums(parsed.number, entry, bytes)
    else this.checkContent(parsed, entry, bytes)
    return { name: parsed, bytes }
  }

  end(): Contents {
    if (!this.header || !this.manifest || !this.sequences)
      throw new ArchiveError('damaged', 'The archive ends before its manifest.')
    return { header: this.header, manifest: this.manifest, sequences: this.sequences }
  }

  private checkContent(name: EntryName, entry: Entry, bytes: Buffer): void {
    if (name.kind !== 'part' && name.kind !== 'file') {
      if (this.once.has(name.kind)) throw new ArchiveError('refused', `${entry.name} is there twice.`)
      this.once.add(name.kind)
    }
    if (name.kind === 'header') {
      this.header = readHeader(bytes)
      this.tally = new Tally(this.header)
    }
    if (name.kind === 'sequences') this.checkSequences(entry.name, bytes)
    if (name.kind === 'part') this.checkPart(name, entry.name, bytes)
    this.tally?.add(name, entry, bytes)
    this.pending.push(entry)
    if (this.pending.length > SUMS_EACH)
      throw new ArchiveError('refused', `More than ${SUMS_EACH} entries come without their sums.`)
  }

  private checkSequences(name: string, bytes: Buffer): void {
    this.sequences = parsed(sequencesSchema, bytes.toString('utf8'), name)
  }

  /** Tables come in the header's order, their parts in their own, and each row has as many columns as the header says. */
  private checkPart({ table, number }: { table: string; number: number }, name: string, bytes: Buffer): void {
    const tables = this.header?.tables ?? []
    const index = tables.findIndex((one) => one.name === table)
    const isNext = index === this.part.table ? number === this.part.number + 1 : number === 1
    if (index < this.part.table || !isNext || index === -1)
      throw new ArchiveError('refused', `${name} is not where it belongs.`)
    this.part = { table: index, number }
    if (!areRows(bytes, tables[index]?.columns.length ?? 0) || endsEarly(bytes))
      throw new ArchiveError('refused', `${name} does not hold rows of the columns that the header names.`)
  }

  private checkSums(number: number, entry: Entry, bytes: Buffer): void {
    if (number !== ++this.lists) throw new ArchiveError('refused', `${entry.name} is not where it belongs.`)
    const lines = bytes.toString('utf8').split('\n').slice(0, -1)
    const listed = lines.map((line) => parsed(entrySchema, line, entry.name))
    for (const [index, one] of this.pending.entries()) {
      const said = listed[index]
      if (said?.name !== one.name || said.bytes !== one.bytes || said.sha256 !== one.sha256)
        throw new ArchiveError('damaged', `${one.name} is not what ${entry.name} says of it.`)
    }
    if (listed.length !== this.pending.length)
      throw new ArchiveError('damaged', `${entry.name} names entries that are not there.`)
    this.tally?.add({ kind: 'sums', number }, entry, bytes)
    this.pending = []
  }

  private checkManifest(bytes: Buffer): void {
    const said = parsed(manifestSchema, bytes.toString('utf8'), 'manifest.json')
    const found = this.tally?.manifest()
    if (this.pending.length > 0 || JSON.stringify(said) !== JSON.stringify(found))
      throw new ArchiveError('damaged', 'The archive is not what its manifest says.')
    this.manifest = said
  }
}

/** What an archive says of all of itself. */
export interface Contents {
  header: Header
  manifest: Manifest
  sequences: Sequence[]
}

const TAB = 0x09
const LINE_FEED = 0x0a

/** Whether each line has as many columns, the last of them too. A loop over bytes: some 2 ms for a part. */
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

/** A line of these two signs ends the data for PostgreSQL; no value is written so. */
function endsEarly(bytes: Buffer): boolean {
  return bytes.includes('\n\\.\n') || bytes.subarray(0, 3).equals(Buffer.from('\\.\n'))
}

function readHeader(bytes: Buffer): Header {
  const { format } = (parseJson(bytes.toString('utf8'), 'header.json') ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format !== FORMAT)
    throw new ArchiveError(
      'unknown',
      `The archive has format ${format}; this version reads format ${FORMAT}.`,
    )
  return parsed(headerSchema, bytes.toString('utf8'), 'header.json')
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string, name: string): z.output<Schema> {
  const result = schema.safeParse(parseJson(text, name))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new ArchiveError(
    'refused',
    `${name} is not as it should be: ${issue?.path.join('.')} ${issue?.message}`,
  )
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ArchiveError('refused', `${name} is no JSON.`)
  }
}
