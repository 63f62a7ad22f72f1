import { unescapeHtml } from '../markup/html.ts'
import { shownPost } from '../posts/write/sanitize.server.ts'
import type { ChangedBlock } from './contract.ts'

/** A paragraph, an item of a list or a paragraph of a quotation: its words, and all of it that can be edited. */
export interface Block {
  kind: ChangedBlock['kind']
  text: string
  /** Two blocks that nobody can tell apart have the same. */
  key: string
}

/** Plain text: its lines. */
export function blocksOfComment(content: string): Block[] {
  return content.split('\n').flatMap((text) => (text.trim() ? [{ kind: 'paragraph', text, key: text }] : []))
}

/** Stored HTML, cleaned as for every reader before it is taken apart: then each `<` is a tag that we know. */
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
  for (const piece of shownPost({ content, format }).split(/(<[^>]*>)/)) {
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

/** Share of words that two blocks have in common, from which on one is what the other became. */
const LIKENESS = 0.4
/** Words that are looked up at most, in 20 ms. Where more was replaced at once, each goes with what stands in its place. */
const MOST_LOOKUPS = 1_000_000

/**
 * For each block that went, the place of the one that it became among those that came, in order; undefined where it
 * became none.
 */
export function counterparts(gone: readonly Block[], come: readonly Block[]): (number | undefined)[] {
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

/** Characters of a block that tell which block it became. */
const COMPARED = 5000

/** Of languages without spaces each letter counts. */
function wordSetOf({ text }: Block): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, COMPARED)
      .toLowerCase()
      .match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu),
  )
}

/** 1: the same words, 0: none in common. */
function likenessOf(one: ReadonlySet<string>, other: ReadonlySet<string> | undefined): number {
  if (!other || one.size + other.size === 0) return 0
  let both = 0
  for (const word of one) if (other.has(word)) both++
  return (2 * both) / (one.size + other.size)
}
