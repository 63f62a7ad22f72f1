import { escapeText, unescapeHtml } from './html.ts'
import { renderWords } from './markdown.server.ts'
import { hasReference } from './references.server.ts'
import type { MarkupScope } from './scope.server.ts'

/**
 * Renders the Markdown in a post's sanitized HTML: inline syntax, headings, fenced code and, in posts typed as
 * plain text, quotations. Returns HTML with placeholders (see MarkupScope).
 */
export function renderHtml(stored: string, isPlain: boolean, scope: MarkupScope): string {
  const html = stored.replaceAll('\0', '')
  const hasFences = html.includes('```')
  if (!hasFences && !(isPlain && html.includes('<p>&gt;'))) return taggedWords(html, scope)
  let shown = ''
  let lines: MarkupLine[] = []
  const finish = () => {
    for (const block of groupBlocks(lines, isPlain)) shown += renderBlock(block, scope)
    lines = []
  }
  for (const chunk of chunksOf(html)) {
    const found = linesOf(chunk, isPlain)
    if (found) lines.push(...found)
    else {
      finish()
      shown += taggedWords(chunk, scope)
    }
  }
  finish()
  return shown
}

function renderBlock(block: Block, scope: MarkupScope): string {
  if (block.kind === 'lines') return block.lines.map((line) => paragraph(line, scope)).join('')
  if (block.kind === 'code') return `<pre><code>${escapeText(block.lines.join('\n'))}</code></pre>`
  const inside = block.blocks.map((inner) => renderBlock(inner, scope)).join('')
  return inside && `<blockquote>${inside}</blockquote>`
}

function paragraph({ text, html = escapeText(text) }: MarkupLine, scope: MarkupScope): string {
  return html.trim() && taggedWords(`<p>${html}</p>`, scope)
}

/** Matches a paragraph of one line that begins as a heading of Markdown does. */
const HEADING = /<p>(#{1,6})[ \u00a0]+((?:[^<\n]|<\/?(?:b|i|em|strong)>)+)<\/p>/g

/** Renders the text between tags. In sanitized HTML, each `<` begins a tag. */
function taggedWords(html: string, scope: MarkupScope): string {
  const headed = html.includes('<p>#') ? html.replace(HEADING, heading) : html
  if (!hasInline(headed)) return headed
  return headed
    .split(/(<[^>]*>)/)
    .map((piece) =>
      piece.startsWith('<') || !hasInline(piece) ? piece : renderWords(unescapeHtml(piece), scope),
    )
    .join('')
}

/** Returns h2 to h4. The page's h1 is the title of the post. */
function heading(_: string, { length }: string, words: string): string {
  const tag = `h${Math.min(Math.max(length, 2), 4)}`
  return `<${tag}>${words}</${tag}>`
}

/** Checks cheaply whether a text may contain inline Markdown, because most have none. */
function hasInline(text: string): boolean {
  return hasReference(text) || text.includes('`') || text.includes('](')
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
function groupBlocks(lines: readonly MarkupLine[], hasQuotes: boolean, depth = 0): Block[] {
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
