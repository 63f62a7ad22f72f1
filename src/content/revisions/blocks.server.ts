import { unescapeHtml } from '../../shared/markup/html.ts'
import { renderPostHtml } from '../posts/write/sanitize.server.ts'
import type { ChangedBlock } from './contract.ts'

export interface Block {
  kind: ChangedBlock['kind']
  text: string
  /** Enclosing tags and HTML of the block. Two blocks with equal keys have the same text and formatting. */
  key: string
}

export function blocksOfComment(content: string): Block[] {
  return content.split('\n').flatMap((text) => (text.trim() ? [{ kind: 'paragraph', text, key: text }] : []))
}

/** Splits a post into blocks. Sanitizes it first, so that each `<` begins an allowed tag. */
export function blocksOfPost(content: string, format: 'rich' | 'plain'): Block[] {
  const blocks: Block[] = []
  const open: string[] = []
  let html = ''
  const finish = () => {
    const text = wordsOf(html)
    const kind = open.includes('li') ? 'item' : open.includes('blockquote') ? 'quote' : 'paragraph'
    if (text) blocks.push({ kind, text, key: `${open.join('>')} ${html.trim()}` })
    html = ''
  }
  for (const piece of renderPostHtml({ content, format }).split(/(<[^>]*>)/)) {
    const [, slash, name = ''] = /^<(\/?)(p|ul|ol|li|blockquote)>$/.exec(piece) ?? []
    if (!name) {
      html += piece
      continue
    }
    finish()
    if (slash) open.splice(open.lastIndexOf(name), 1)
    else open.push(name)
  }
  finish()
  return blocks
}

function wordsOf(html: string): string {
  const lines = html
    .replace(/[ \t\r\n\f]+/g, ' ')
    .replace(/ ?<br \/> ?/g, '\n')
    .replace(/<[^>]*>/g, '')
  return unescapeHtml(lines).trim()
}

/** Share of common words above which a removed and an added block count as versions of each other. */
const LIKENESS = 0.4
/** Maximum word lookups to compare blocks, which take 20 ms. Beyond it, blocks are matched by position. */
const MOST_LOOKUPS = 1_000_000

/** Returns, for each removed block, the index of the added block that replaces it, or undefined. */
export function matchBlocks(gone: readonly Block[], come: readonly Block[]): (number | undefined)[] {
  const [before, after] = [gone.map(wordSetOf), come.map(wordSetOf)]
  const words = before.reduce((sum, { size }) => sum + size, 0)
  const isMuch = words * come.length > MOST_LOOKUPS
  let first = 0
  return before.map((words, place) => {
    const candidates = isMuch ? [place] : Array.from({ length: after.length - first }, (_, n) => first + n)
    let [found, best]: [number | undefined, number] = [undefined, LIKENESS]
    for (const candidate of candidates) {
      const likeness = likenessOf(words, after[candidate])
      if (likeness > best) [found, best] = [candidate, likeness]
    }
    if (found !== undefined) first = found + 1
    return found
  })
}

const COMPARED = 5000

/** Returns a block's words. In languages without spaces, each character counts as a word. */
function wordSetOf({ text }: Block): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu),
  )
}

/** Returns the similarity of two sets of words, from 0 (no common word) to 1 (equal). */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): number {
  if (!other || one.size + other.size === 0) return 0
  let both = 0
  for (const word of one) if (other.has(word)) both++
  return (2 * both) / (one.size + other.size)
}
