import { DumpError, type DumpRows, GROUP_BYTES, GROUP_ROWS, refuseTwice } from './dump-error.ts'
import { decodeText, type Line, readLines } from './lines.server.ts'

const COPY = /^COPY (?:"?[\w-]+"?\.)?"?([\w-]+)"? \(([^()]*)\) FROM stdin;$/

/**
 * Yields the rows of the wanted tables from a plain dump by `pg_dump`. Reads only the data of its `COPY`
 * statements and runs nothing. Throws DumpError.
 */
export async function* readCopyDump(
  chunks: AsyncIterable<Buffer>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<DumpRows> {
  let block: CopyBlock | undefined
  const seen = new Set<string>()
  for await (const lines of readLines(chunks)) {
    for (const line of lines) {
      if (!block) {
        block = beginBlock(line, wanted)
        if (block?.isWanted) refuseTwice(seen, block.table)
        continue
      }
      const group = block.add(line)
      if (group) yield group
      if (block.isEnded) block = undefined
    }
  }
  if (block) throw new DumpError(`The dump ends within the table ${block.table}.`)
}

function beginBlock({ bytes }: Line, wanted: ReadonlySet<string>): CopyBlock | undefined {
  if (bytes.length > 10_000 || bytes[0] !== CAPITAL_C) return undefined
  const found = COPY.exec(bytes.toString('utf8'))
  if (!found) return undefined
  const [, table = '', list = ''] = found
  const columns = list.trim() === '' ? [] : list.split(',').map((name) => name.trim().replaceAll('"', ''))
  return new CopyBlock(table, columns, wanted.has(table))
}

class CopyBlock {
  readonly table: string
  readonly isWanted: boolean
  private readonly columns: string[]
  private rows: (string | null)[][] = []
  private bytes = 0
  private count = 0
  isEnded = false

  constructor(table: string, columns: string[], isWanted: boolean) {
    this.table = table
    this.columns = columns
    this.isWanted = isWanted
  }

  /** Returns a group of rows if it is complete. */
  add({ bytes, isTooLong }: Line): DumpRows | undefined {
    this.isEnded = bytes.length === 2 && bytes[0] === BACKSLASH && bytes[1] === FULL_STOP
    if (!this.isEnded) {
      this.count++
      if (isTooLong && this.isWanted) throw new DumpError(`${this.place()} is longer than 16 MB.`)
      // Without its end mark, a table that is not read would hide the next one.
      if (!isTooLong) this.checkWidth(bytes)
      if (!this.isWanted) return undefined
      this.rows.push(this.parse(decodeText(bytes)))
      this.bytes += bytes.length
      if (this.rows.length < GROUP_ROWS && this.bytes < GROUP_BYTES) return undefined
    }
    const { table, columns, rows } = this
    this.rows = []
    this.bytes = 0
    return rows.length > 0 ? { table, columns, rows } : undefined
  }

  private checkWidth(line: Buffer): void {
    let values = this.columns.length === 0 ? 0 : 1
    for (let at = line.indexOf(TAB); at !== -1; at = line.indexOf(TAB, at + 1)) values++
    if (values !== this.columns.length)
      throw new DumpError(
        `${this.place()} has ${values} values. The table has ${this.columns.length} columns.`,
      )
  }

  private parse(line: string): (string | null)[] {
    return line.split('\t').map((value) => (value === '\\N' ? null : unescapeCopy(value)))
  }

  private place(): string {
    return `Row ${this.count} of the table ${this.table}`
  }
}

/** Decodes a value of PostgreSQL's text format of `COPY`. Unknown escapes stand for the character itself. */
export function unescapeCopy(value: string): string {
  if (!value.includes('\\')) return value
  if (!/\\(?:[0-7]{1,3}|x[0-9A-Fa-f]{1,2})/.test(value))
    return value.replace(/\\([\s\S])/g, (_, letter: string) => LETTERS[letter] ?? letter)
  // Octal and hexadecimal escapes are bytes of UTF-8, which can form a character only together.
  const bytes = Buffer.from(value, 'utf8').toString('latin1')
  const plain = bytes.replace(/\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|([\s\S]))/g, (_, octal, hex, letter) => {
    if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    return hex ? String.fromCharCode(Number.parseInt(hex, 16)) : (LETTERS[letter] ?? letter)
  })
  return decodeText(Buffer.from(plain, 'latin1'))
}

const LETTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
const CAPITAL_C = 0x43
const TAB = 0x09
const BACKSLASH = 0x5c
const FULL_STOP = 0x2e
