/** A line of a text: its words, and its HTML where it has tags. */
export interface Line {
  text: string
  html?: string
}

export type Block =
  | { kind: 'lines'; lines: Line[] }
  | { kind: 'code'; lines: string[] }
  | { kind: 'quote'; blocks: Block[] }

/** Whoever quotes a quotation of a quotation is understood; deeper ones are no conversation. */
const QUOTE_DEPTH = 3

/**
 * What lines are together: code between fences (or from one to the end), and quotations, whose lines begin with "> ".
 * Lines of nothing around blocks go.
 */
export function blocksOf(lines: readonly Line[], hasQuotes: boolean, depth = 0): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const fence = fenceOf(lines[at])
    const end = fence
      ? endOf(lines, at + 1, (line) => !closes(line, fence))
      : isQuoted(lines[at], hasQuotes, depth)
        ? endOf(lines, at, (line) => isQuoted(line, hasQuotes, depth))
        : endOf(lines, at, (line) => !fenceOf(line) && !isQuoted(line, hasQuotes, depth))
    if (fence) blocks.push({ kind: 'code', lines: lines.slice(at + 1, end).map(({ text }) => text) })
    else if (isQuoted(lines[at], hasQuotes, depth))
      blocks.push({ kind: 'quote', blocks: blocksOf(lines.slice(at, end).map(unquoted), true, depth + 1) })
    else blocks.push({ kind: 'lines', lines: withoutBlankEnds(lines.slice(at, end)) })
    at = fence ? end + 1 : end
  }
  return blocks
}

const FENCE = /^ {0,3}(`{3,})\s*[\w+#.-]{0,30}$/

/** The backticks that open code, alone on their line or with the name of a language. */
export function fenceOf(line: Line | undefined): string | undefined {
  return line && line.html === undefined ? FENCE.exec(line.text.trimEnd())?.[1] : undefined
}

function closes({ text }: Line, fence: string): boolean {
  const closing = text.trim()
  return closing.length >= fence.length && /^`+$/.test(closing)
}

function isQuoted(line: Line | undefined, hasQuotes: boolean, depth: number): boolean {
  return hasQuotes && depth < QUOTE_DEPTH && line !== undefined && /^>(?: |$)/.test(line.text)
}

function unquoted({ text }: Line): Line {
  return { text: text.slice(2) }
}

/** The first line from `start` on for which it does not go on. */
function endOf(lines: readonly Line[], start: number, goesOn: (line: Line) => boolean): number {
  let end = start
  while (end < lines.length && goesOn(lines[end] as Line)) end++
  return end
}

function withoutBlankEnds(lines: Line[]): Line[] {
  const first = lines.findIndex(({ text }) => text.trim())
  const last = lines.findLastIndex(({ text }) => text.trim())
  return first < 0 ? [] : lines.slice(first, last + 1)
}
