/** Maximum characters shown of an error message, and maximum characters read to find its first line. */
const ERROR_SHOWN = 160
const ERROR_READ = 4000

/** Matches quoted text, even without a closing quote. An apostrophe between letters is not a quote. */
const QUOTED =
  /"[^"]*(?:"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|`[^`]*(?:`|$)|(?<![\p{L}\p{N}])'(?:[^']|(?<=[\p{L}\p{N}])'(?=[\p{L}\p{N}]))*(?:'|$)/gu

const HIDDEN: readonly [RegExp, string][] = [
  [QUOTED, '[…]'],
  [/\bhttps?:\/\/[^\s<>)]+/gi, '[link]'],
  [/[^\s<>(),;:]+@[^\s<>(),;:]+/g, '[address]'],
  [/<[^>]*(?:>|$)|\([^)]*(?:\)|$)|\{[^}]*(?:\}|$)|\[(?!link\]|address\]|…\])[^\]]*(?:\]|$)/g, '[…]'],
  [/(?<=\b(?:ENOTFOUND|EAI_AGAIN|E[A-Z]*(?:CONN|TIMEDOUT|UNREACH)[A-Z]*) )[^\s[]+/g, '[host]'],
  [/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '[id]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}/gi, '[host]'],
  [/[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}(?::\d+)?/gu, '[host]'],
  [/\b[\w+/=-]{24,}\b/g, '[…]'],
  [/\d{4,}/g, '[number]'],
]

/** Returns an error's class and first line without quoted text, addresses, hosts, ids and long numbers. */
export function scrubError(name: unknown, message: unknown): string {
  const text = typeof message === 'string' ? message.trim().slice(0, ERROR_READ) : ''
  const [line = ''] = HIDDEN.reduce((rest, [secret, stand]) => rest.replace(secret, stand), text).split(
    /[\r\n]/,
  )
  const shown = line.length > ERROR_SHOWN ? `${line.slice(0, ERROR_SHOWN)}…` : line
  return shown ? `${className(name)}: ${shown}` : className(name)
}

/** Returns a mail error's class and codes (RFC 5321, RFC 3463), without its text, which may name a member. */
export function scrubMailError(name: unknown, code: unknown, message: unknown): string {
  const [reply] =
    /(?<![\d.])[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![\d.])/.exec(String(message ?? '')) ?? []
  const own = typeof code === 'string' && /^E[A-Z_]{2,30}$/.test(code) ? code : undefined
  const codes = [own, reply].filter(Boolean).join(' ')
  return codes ? `${className(name)}: ${codes}` : className(name)
}

function className(name: unknown): string {
  return typeof name === 'string' && /^[A-Za-z]\w{0,60}$/.test(name) ? name : 'Error'
}
