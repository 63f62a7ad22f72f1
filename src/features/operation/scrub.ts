/** Letters of an error that are shown. */
const ERROR_SHOWN = 160

const HIDDEN: readonly [RegExp, string][] = [
  [/\bhttps?:\/\/[^\s"'<>)]+/gi, '[link]'],
  [/[^\s"'<>(),;:]+@[^\s"'<>(),;:]+/g, '[address]'],
  [/"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`|'[^']*'/g, '[…]'],
  [/<[^>]*>|\([^)]*\)|\{[^}]*\}|\[(?!link\]|address\]|…\])[^\]]*\]/g, '[…]'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '[id]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}/gi, '[host]'],
  [/\b[\w+/=-]{24,}\b/g, '[…]'],
  [/\d{4,}/g, '[number]'],
]

/**
 * What may be shown of an error: its class and the beginning of its first line, without what stands in quotes or brackets, addresses,
 * hosts, ids and long numbers, since a mail server or a constraint says there whom or what it refused.
 */
export function scrubError(name: unknown, message: unknown): string {
  const kind = typeof name === 'string' && /^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error'
  const [line = ''] = (typeof message === 'string' ? message : '').trim().split(/[\r\n]/)
  const scrubbed = HIDDEN.reduce((text, [secret, stand]) => text.replace(secret, stand), line.slice(0, 2000))
  const shown = scrubbed.length > ERROR_SHOWN ? `${scrubbed.slice(0, ERROR_SHOWN)}…` : scrubbed
  return shown ? `${kind}: ${shown}` : kind
}

/**
 * A statement without values: our own send them beside it, so these are words that the program wrote; whoever typed one at the
 * database's own prompt may have written more. Runs of parameters become one, so that lists of several lengths are one statement.
 */
export function scrubStatement(text: string): string {
  return text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "'…'")
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\$\d+/g, '?')
    .replace(/(?<![\w.])\d+(?:\.\d+)?\b/g, '?')
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\((\?(?:, …)?)\)(?:\s*,\s*\(\?(?:, …)?\))+/g, '($1), …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2000)
}
