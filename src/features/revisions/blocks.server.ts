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
