import { createHash, type Hash } from 'node:crypto'
import { type Header, type Manifest, parseName, type Sequence } from './format.ts'

/** Computes the manifest, for the writer and the reader of an archive. */
export class Tally {
  private readonly tables = new Map<string, { rows: number; bytes: number; hash: Hash }>()
  private readonly files = { count: 0, bytes: 0 }
  /** Files come in any order, so their hashes are added as 256-bit numbers. */
  private fileSum = 0n
  private readonly entries = createHash('sha256')
  private sequences: Sequence[] = []
  private readonly header: Header

  constructor(header: Header) {
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

/** `COPY` in text format escapes line feeds inside rows. */
export function countRows(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++
  return count
}

const LINE_FEED = 0x0a
