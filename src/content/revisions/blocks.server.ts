import { unescapeHtml } from '../../shared/markup/html.ts'
import { renderPostHtml } from '../posts/write/sanitize.server.ts'
import type { ChangedBlock } from './contract.ts'

export interface Block {
  kind: ChangedBlock['kind']
  text: string
  /** Equal for equal blocks, including their formatting. */
  key: string
}

export function blocksOfComment(content: string): Block[] {
  return content.split('\n').flatMap((text) => (text.trim() ? [{ kind: 'paragraph', text, key: text }] : []))
}

/** Sanitizes first, so that each `<` begins a known tag. */
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

/** Share of common words from which a block counts as an edited version of another. */
const LIKENESS = 0.4
/** Maximum word lookups, in 20 ms. Larger replacements are compared by position. */
const MOST_LOOKUPS = 1_000_000

/** Returns, for each removed block, the index of the added block that replaced it, in order. Undefined if none did. */
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

/** In languages without spaces, each letter counts as a word. */
function wordSetOf({ text }: Block): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu),
  )
}

/** 1: the same words. 0: no common word. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): number {
  if (!other || one.size + other.size === 0) return 0
  let both = 0
  for (const word of one) if (other.has(word)) both++
  return (2 * both) / (one.size + other.size)
}
