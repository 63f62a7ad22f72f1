import { DumpError, type DumpRows, GROUP_BYTES, GROUP_ROWS, ROW_BYTES, refuseTwice } from './dump-error.ts'
import { decodeText } from './lines.server.ts'
import { readTokens, type Token } from './sql-tokens.server.ts'

/**
 * Yields the rows of the wanted tables from a dump of a MySQL database. Reads only the values of its `INSERT`
 * statements and the column names of its `CREATE TABLE` statements. Throws DumpError.
 */
export async function* readInsertDump(
  chunks: AsyncIterable<Buffer>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<DumpRows> {
  const groups: DumpRows[] = []
  const parser = parseStatements(wanted, (group) => groups.push(group))
  parser.next()
  for await (const tokens of readTokens(chunks)) {
    for (const token of tokens) parser.next(token)
    yield* groups.splice(0)
  }
  parser.next(END)
}

/** A parser receives each token from `yield`. */
type Parser<T> = Generator<undefined, T, Token>
type Receiver = (group: DumpRows) => void

const END: Token = { kind: 'symbol', text: '' }

function* parseStatements(wanted: ReadonlySet<string>, receive: Receiver): Parser<void> {
  const columnsOf = new Map<string, string[]>()
  const seen = new Set<string>()
  for (let token = yield; token !== END; token = yield) {
    if (isWord(token, 'CREATE')) {
      const { table, columns } = yield* parseCreate()
      if (!wanted.has(table)) continue
      refuseTwice(seen, table)
      columnsOf.set(table, columns)
    } else if (isWord(token, 'INSERT') || isWord(token, 'REPLACE')) {
      const target = yield* parseTarget(columnsOf)
      if (target && wanted.has(target.table)) yield* parseRows(target.table, target.columns, receive)
      else if (target) yield* skipStatement()
    } else if (!isSymbol(token, ';')) yield* skipStatement()
  }
}

const isSymbol = ({ kind, text }: Token, symbol: string) => kind === 'symbol' && text === symbol
const isWord = ({ kind, text }: Token, word: string) => kind === 'word' && text.toUpperCase() === word

function* take(place: string): Parser<Token> {
  const token = yield
  if (token === END) throw new DumpError(`The dump ends within ${place}.`)
  return token
}

function* skipStatement(): Parser<void> {
  while (!isSymbol(yield* take('a statement'), ';'));
}

/** Words that begin a line of `CREATE TABLE` that is not a column. */
const NO_COLUMN = /^(?:PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|CONSTRAINT|FOREIGN|CHECK)$/i

/** Reads a `CREATE` statement. The name is empty unless it creates a table with columns. */
function* parseCreate(): Parser<Target> {
  let table = ''
  if (!isWord(yield* take('CREATE'), 'TABLE')) {
    yield* skipStatement()
    return { table, columns: [] }
  }
  let token = yield* take('CREATE TABLE')
  for (; !isSymbol(token, '('); token = yield* take('CREATE TABLE')) {
    if (isSymbol(token, ';')) return { table: '', columns: [] }
    table = token.text
  }
  const columns: string[] = []
  let isFirst = true
  for (let depth = 1; depth > 0; ) {
    token = yield* take(`the columns of ${table}`)
    if (isFirst && (token.kind === 'name' || (token.kind === 'word' && !NO_COLUMN.test(token.text))))
      addColumn(columns, token.text, table)
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    isFirst = depth === 1 && isSymbol(token, ',')
  }
  yield* skipStatement()
  return { table, columns }
}

/** Maximum columns of a table in MySQL. */
const COLUMNS = 4096

function addColumn(columns: string[], name: string, table: string): void {
  if (columns.length === COLUMNS) throw new DumpError(`The table ${table} has more than ${COLUMNS} columns.`)
  columns.push(name)
}

/** Reads an `INSERT` statement up to its values. Returns nothing for a statement without values. */
function* parseTarget(columnsOf: Map<string, string[]>): Parser<Target | undefined> {
  let table = ''
  let columns: string[] | undefined
  for (;;) {
    const token = yield* take('INSERT')
    if (isSymbol(token, ';')) return undefined
    if (isSymbol(token, '(')) columns = yield* parseList(table)
    else if (isWord(token, 'VALUES') || isWord(token, 'VALUE')) break
    else table = token.text
  }
  return { table, columns: columns ?? columnsOf.get(table) ?? [] }
}

interface Target {
  table: string
  /** Empty if the dump does not name them. */
  columns: string[]
}

function* parseList(table: string): Parser<string[]> {
  const names: string[] = []
  for (;;) {
    const token = yield* take(`the columns of ${table}`)
    if (isSymbol(token, ')')) return names
    if (!isSymbol(token, ',')) addColumn(names, token.text, table)
  }
}

function* parseRows(table: string, columns: string[], receive: Receiver): Parser<void> {
  if (columns.length === 0) throw new DumpError(`The dump does not name the columns of the table ${table}.`)
  let rows: (string | null)[][] = []
  let bytes = 0
  for (;;) {
    if (!isSymbol(yield* take(`the table ${table}`), '('))
      throw new DumpError(`The table ${table} has values that are not a row.`)
    const row = yield* parseRow(table)
    if (row.length !== columns.length)
      throw new DumpError(
        `A row of ${table} has ${row.length} values. The table has ${columns.length} columns.`,
      )
    rows.push(row)
    for (const value of row) bytes += value?.length ?? 0
    const next = yield* take(`the table ${table}`)
    const isEnded = !isSymbol(next, ',')
    if (isEnded || rows.length === GROUP_ROWS || bytes > GROUP_BYTES) {
      receive({ table, columns, rows })
      rows = []
      bytes = 0
    }
    if (!isEnded) continue
    if (!isSymbol(next, ';')) yield* skipStatement()
    return
  }
}

function* parseRow(table: string): Parser<(string | null)[]> {
  const row: (string | null)[] = []
  let bytes = 0
  for (;;) {
    let token = yield* take(`the table ${table}`)
    // A character set before a text, such as _binary, or the x of a hexadecimal text.
    const prefix = token.kind === 'word' && /^(?:_\w+|x)$/i.test(token.text) ? token.text.toLowerCase() : ''
    if (prefix) token = yield* take(`the table ${table}`)
    if (prefix === 'x') token = { kind: 'word', text: `0x${token.text}` }
    row.push(prefix === '_binary' ? decodeBytes(token.text, 'latin1') : decodeValue(token, table))
    bytes += token.text.length
    if (bytes > ROW_BYTES) throw new DumpError(`A row of the table ${table} is longer than 16 MB.`)
    if (row.length > COLUMNS)
      throw new DumpError(`A row of the table ${table} has more than ${COLUMNS} values.`)
    const next = yield* take(`the table ${table}`)
    if (isSymbol(next, ')')) return row
    if (!isSymbol(next, ',')) throw new DumpError(`The table ${table} has an expression instead of a value.`)
  }
}

function decodeValue({ kind, text }: Token, table: string): string | null {
  if (kind === 'text') return decodeText(Buffer.from(text, 'latin1'))
  if (kind === 'word' && text.toUpperCase() === 'NULL') return null
  if (kind === 'word' && /^0x(?:[0-9a-f]{2})*$/i.test(text)) return decodeBytes(text.slice(2), 'hex')
  if (kind === 'word' && /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text)) return text
  throw new DumpError(`The table ${table} has ${JSON.stringify(text.slice(0, 40))} instead of a value.`)
}

/** Values that are declared as bytes need not be text. The converters read none that are not. */
const decodeBytes = (text: string, encoding: 'latin1' | 'hex') => Buffer.from(text, encoding).toString('utf8')
