import { escapeHtml } from '../../../markup/html.ts'

/** Words of one look. A line break is "\n". */
export interface Run extends Marks {
  text: string
}

export interface Marks {
  bold: boolean
  italic: boolean
}

export interface WordItem {
  /** From 1. */
  level: number
  ordered: boolean
}

export type PastedBlock =
  | { kind: 'paragraph'; runs: Run[]; item?: WordItem }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: PastedBlock[] }
  | { kind: 'list'; ordered: boolean; items: PastedBlock[][] }

export const PLAIN: Marks = { bold: false, italic: false }

/** With the tags that are stored, and no attributes (ALLOWED_TAGS). */
export function htmlOfBlocks(blocks: readonly PastedBlock[]): string {
  return blocks.map((block) => htmlOfBlock(block)).join('')
}

function htmlOfBlock(block: PastedBlock): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${block.runs.map(htmlOfRun).join('')}</p>`
    case 'code':
      return `<p>${withBreaks(fenced(block.text))}</p>`
    case 'quote':
      return `<blockquote>${htmlOfBlocks(block.blocks)}</blockquote>`
    case 'list': {
      const tag = block.ordered ? 'ol' : 'ul'
      return `<${tag}>${block.items.map((item) => `<li>${htmlOfBlocks(item)}</li>`).join('')}</${tag}>`
    }
  }
}

function htmlOfRun({ text, bold, italic }: Run): string {
  const words = withBreaks(text)
  // The server takes marks around nothing away, and the space between two words with them.
  if (text.trim() === '') return words
  const slanted = italic ? `<em>${words}</em>` : words
  return bold ? `<strong>${slanted}</strong>` : slanted
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

/** Between backticks on lines of their own, more of them than the code has: what features/markup shows as code. */
function fenced(code: string): string {
  const fence = backticks(code, 3)
  return `${fence}\n${code}\n${fence}`
}

/** As it is typed for code within a line. */
export function inlineCode(code: string): string {
  const fence = backticks(code, 1)
  const space = /^`|`$/.test(code) ? ' ' : ''
  return fence + space + code + space + fence
}

function backticks(code: string, least: number): string {
  const longest = Math.max(0, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  return '`'.repeat(longest >= least ? longest + 1 : least)
}
