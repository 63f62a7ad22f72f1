/** What may have quotes or digits in it that mean something else there, so that one pass has to know all of it. */
const TOKENS = new RegExp(
  [
    // Nested ones are legal: whatever follows one that has another in it goes too.
    String.raw`(?<comment>--[^\n]*|/\*(?:(?!/\*|\*/)[\s\S])*\*/|/\*[\s\S]*$)`,
    `(?<name>"(?:[^"]|"")*"?)`,
    String.raw`(?<escaped>(?<!\w)[eE]'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$))`,
    `(?<string>'(?:[^']|'')*(?:'|$))`,
    String.raw`(?<dollar>(?<!\w)\$(?<tag>(?:[A-Za-z_]\w*)?)\$[\s\S]*?(?:\$\k<tag>\$|$))`,
    String.raw`(?<number>(?<!\w)\$\d+|(?<![\w.])(?:0[xXoObB][\da-fA-F_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?))`,
  ].join('|'),
  'g',
)

/**
 * A statement without values, so that nothing of anybody is in it: most are sent beside it, but an export names its member, and whoever
 * typed one at the database's own prompt may have written anything. Runs of values become one, so that lists of several lengths are
 * one statement.
 */
export function scrubStatement(text: string): string {
  return text
    .replace(TOKENS, (token, ...rest) => {
      const { comment, name, number } = rest.at(-1) as Record<string, string | undefined>
      if (comment !== undefined) return ' '
      if (name !== undefined) return token
      return number === undefined ? "'…'" : '?'
    })
    .replace(/\?(?:\s*,\s*\?)+/g, '?, …')
    .replace(/\((\?(?:, …)?)\)(?:\s*,\s*\(\?(?:, …)?\))+/g, '($1), …')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 2000)
}
