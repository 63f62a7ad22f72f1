import { escapeText, unescapeHtml } from './html.ts'
import { hasMarkup, type MarkupPart, type MarkupScope, parseInline } from './inline.server.ts'

/** Parses plain text into blocks: paragraphs with line breaks, fenced code and quotations. */
export function parseText(text: string, scope: MarkupScope): MarkupPart[] {
  const lines = text.split('\n').map((line) => ({ text: line }))
  if (!hasMarkup(text) && !/^>/m.test(text)) return inParagraph(lines, scope)
  return groupBlocks(lines, true).flatMap((block) => partsOfBlock(block, inParagraph, scope))
}

/** Parses sanitized HTML. Finds fenced code and, in posts typed as plain text, quotations. */
export function parseHtml(html: string, isPlain: boolean, scope: MarkupScope): MarkupPart[] {
  const hasFences = html.includes('```')
  if (!hasFences && !(isPlain && html.includes('<p>&gt;'))) return taggedWords(html, scope)
  const parts: MarkupPart[] = []
  let lines: MarkupLine[] = []
  const finish = () => {
    for (const block of groupBlocks(lines, isPlain)) parts.push(...partsOfBlock(block, inParagraphs, scope))
    lines = []
  }
  for (const chunk of chunksOf(html)) {
    const found = linesOf(chunk, isPlain)
    if (found) lines.push(...found)
    else {
      finish()
      parts.push(...taggedWords(chunk, scope))
    }
  }
  finish()
  return parts
}

type WriteLines = (lines: MarkupLine[], scope: MarkupScope) => MarkupPart[]

function partsOfBlock(block: Block, write: WriteLines, scope: MarkupScope): MarkupPart[] {
  if (block.kind === 'lines') return block.lines.length > 0 ? write(block.lines, scope) : []
  if (block.kind === 'code') return [`<pre><code>${escapeText(block.lines.join('\n'))}</code></pre>`]
  const inside = block.blocks.flatMap((inner) => partsOfBlock(inner, write, scope))
  return inside.length > 0 ? ['<blockquote>', ...inside, '</blockquote>'] : []
}

function inParagraph(lines: MarkupLine[], scope: MarkupScope): MarkupPart[] {
  const parts = lines.flatMap((line, index) => [
    index > 0 ? '<br />' : '<p>',
    ...parseInline(line.text, scope),
  ])
  return [...parts, '</p>']
}

function inParagraphs(lines: MarkupLine[], scope: MarkupScope): MarkupPart[] {
  return lines.flatMap(({ text, html }) => {
    if (!text.trim() && html === undefined) return []
    return ['<p>', ...(html === undefined ? parseInline(text, scope) : taggedWords(html, scope)), '</p>']
  })
}

/** Parses the text between tags. In sanitized HTML, each `<` begins a tag. */
function taggedWords(html: string, scope: MarkupScope): MarkupPart[] {
  if (!hasMarkup(html)) return [html]
  return html.split(/(<[^>]*>)/).flatMap((piece) => {
    if (piece.startsWith('<') || !hasMarkup(piece)) return piece ? [piece] : []
    return parseInline(unescapeHtml(piece), scope)
  })
}

/** Splits HTML into its top-level elements and the text between them. */
function chunksOf(html: string): string[] {
  const chunks: string[] = []
  let depth = 0
  let chunk = ''
  const finish = () => {
    if (chunk) chunks.push(chunk)
    chunk = ''
  }
  for (const piece of html.split(/(<[^>]*>)/)) {
    const closes = piece.startsWith('</')
    const opens = piece.startsWith('<') && !closes && piece !== '<br />'
    if (depth === 0 && opens) finish()
    if (opens) depth++
    if (closes) depth--
    chunk += piece
    if (depth === 0 && closes) finish()
  }
  finish()
  return chunks
}

/** Returns the lines of a paragraph or of the blank text between paragraphs, else undefined. */
function linesOf(chunk: string, isPlain: boolean): MarkupLine[] | undefined {
  if (!chunk.trim()) return isPlain ? Array.from(chunk.replace(/[^\n]/g, ''), () => ({ text: '' })) : []
  if (!chunk.startsWith('<p>')) return undefined
  const html = chunk.slice('<p>'.length, -'</p>'.length)
  const lines = html.split('<br />')
  const texts = lines.map((line) => unescapeHtml(line.replace(/<[^>]*>/g, '')))
  const hasTags = lines.some((line) => line.includes('<'))
  if (!hasTags && (lines.length === 1 || texts.some((text) => fenceOf({ text }))))
    return texts.map((text) => ({ text }))
  return [{ text: texts.join('\n'), html }]
}

interface MarkupLine {
  text: string
  html?: string
}

type Block =
  | { kind: 'lines'; lines: MarkupLine[] }
  | { kind: 'code'; lines: string[] }
  | { kind: 'quote'; blocks: Block[] }

const QUOTE_DEPTH = 3

/** Groups lines into fenced code, quotations (lines that begin with "> ") and other text. */
export function groupBlocks(lines: readonly MarkupLine[], hasQuotes: boolean, depth = 0): Block[] {
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
      blocks.push({ kind: 'quote', blocks: groupBlocks(lines.slice(at, end).map(unquoted), true, depth + 1) })
    else blocks.push({ kind: 'lines', lines: withoutBlankEnds(lines.slice(at, end)) })
    at = fence ? end + 1 : end
  }
  return blocks
}

const FENCE = /^ {0,3}(`{3,})\s*[\w+#.-]{0,30}$/

/** Returns the backticks that open fenced code, alone on their line or followed by a language. */
function fenceOf(line: MarkupLine | undefined): string | undefined {
  return line && line.html === undefined ? FENCE.exec(line.text.trimEnd())?.[1] : undefined
}

function closes({ text }: MarkupLine, fence: string): boolean {
  const closing = text.trim()
  return closing.length >= fence.length && /^`+$/.test(closing)
}

function isQuoted(line: MarkupLine | undefined, hasQuotes: boolean, depth: number): boolean {
  return hasQuotes && depth < QUOTE_DEPTH && line !== undefined && /^>(?: |$)/.test(line.text)
}

function unquoted({ text }: MarkupLine): MarkupLine {
  return { text: text.slice(2) }
}

function endOf(lines: readonly MarkupLine[], start: number, goesOn: (line: MarkupLine) => boolean): number {
  let end = start
  while (end < lines.length && goesOn(lines[end] as MarkupLine)) end++
  return end
}

function withoutBlankEnds(lines: MarkupLine[]): MarkupLine[] {
  const first = lines.findIndex(({ text }) => text.trim())
  const last = lines.findLastIndex(({ text }) => text.trim())
  return first < 0 ? [] : lines.slice(first, last + 1)
}
