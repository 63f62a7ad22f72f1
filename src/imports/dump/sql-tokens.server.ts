import { DumpError, ROW_BYTES } from './dump-error.ts'

/**
 * A token of MySQL's SQL. Comments are left out. A `name` is quoted with backticks. Each character of `text` is a byte,
 * because a dump may contain bytes that are not text, in tables that are not read.
 */
export interface Token {
  kind: 'word' | 'name' | 'text' | 'symbol'
  text: string
}

/** Splits a dump by `mysqldump` or phpMyAdmin into tokens. Throws DumpError for a token above `ROW_BYTES`. */
export async function* readTokens(chunks: AsyncIterable<Buffer>): AsyncGenerator<Token[]> {
  let rest = ''
  // An incomplete token is scanned again when its text has doubled, so that a long one takes linear time.
  let enough = 0
  for await (const chunk of chunks) {
    rest += chunk.toString('latin1')
    if (rest.length < enough) continue
    const { tokens, end } = splitTokens(rest, false)
    if (end.length > ROW_BYTES) throw new DumpError('A value or comment of the dump is longer than 16 MB.')
    rest = end
    enough = 2 * end.length
    yield tokens
  }
  const { tokens, end } = splitTokens(rest, true)
  yield tokens
  if (end !== '') throw new DumpError('The dump ends within a value or comment.')
}

/** Returns the complete tokens, and the text after them. Unless `isLast`, a token may go on in the next chunk. */
function splitTokens(text: string, isLast: boolean): { tokens: Token[]; end: string } {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const scanned = scan(text, at, isLast)
    if (!scanned) break
    if (scanned.token) tokens.push(scanned.token)
    at = scanned.end
  }
  return { tokens, end: text.slice(at) }
}

interface Scanned {
  token?: Token
  end: number
}

function scan(text: string, at: number, isLast: boolean): Scanned | undefined {
  const first = text[at] as string
  if (/\s/.test(first)) return { end: at + 1 }
  if (first === "'" || first === '"' || first === '`') return scanQuoted(text, at, isLast)
  const comment = scanComment(text, at, isLast)
  if (comment !== NO_COMMENT) return comment
  WORD.lastIndex = at
  const word = WORD.exec(text)?.[0]
  if (!word) return { token: { kind: 'symbol', text: first }, end: at + 1 }
  const end = at + word.length
  if (end === text.length && !isLast) return undefined
  return { token: { kind: 'word', text: word }, end }
}

const WORD = /[+-]?[\w.$\u0080-\u00ff]+(?:(?<=[\d.][eE])[+-]\d+)?/y
const NO_COMMENT = { end: -1 }

function scanComment(text: string, at: number, isLast: boolean): Scanned | undefined {
  const opening = text.slice(at, at + 2)
  if (opening.length < 2 && !isLast && /[-/]/.test(opening)) return undefined
  const isLine = opening[0] === '#' || opening === '--'
  if (!isLine && opening !== '/*') return NO_COMMENT
  const closing = isLine ? '\n' : '*/'
  const end = text.indexOf(closing, at + opening.length)
  if (end === -1) return isLine && isLast ? { end: text.length } : undefined
  return { end: end + closing.length }
}

/** Finds the end of a quoted text by hand, because a regular expression could run out of stack for megabytes. */
function scanQuoted(text: string, start: number, isLast: boolean): Scanned | undefined {
  const quote = text[start] as string
  const kind = quote === '`' ? 'name' : 'text'
  for (let at = start + 1; at < text.length; at++) {
    const letter = text[at]
    if (letter === '\\' && kind === 'text') at++
    else if (letter === quote) {
      // Two quotes stand for one. The second may be in the next chunk.
      if (at + 1 === text.length && !isLast) return undefined
      if (text[at + 1] === quote) at++
      else return { token: { kind, text: unquote(text.slice(start + 1, at), quote) }, end: at + 1 }
    }
  }
  return undefined
}

function unquote(inner: string, quote: string): string {
  const single = inner.includes(quote) ? inner.replaceAll(quote + quote, quote) : inner
  if (quote === '`' || !single.includes('\\')) return single
  return inner.replace(/\\([\s\S])|''|""/g, (found, letter: string | undefined) =>
    letter === undefined ? (found[0] === quote ? quote : found) : (ESCAPES[letter] ?? letter),
  )
}

const ESCAPES: Record<string, string> = { 0: '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }
