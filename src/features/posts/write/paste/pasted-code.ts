import type { BlockBuilder } from './block-builder.ts'
import { inlineCode, type PastedBlock } from './pasted-blocks.ts'
import { isBlock, isUnread, type PastedNode, tagOf } from './pasted-nodes.ts'
import { NESTING, type Place } from './place.ts'

export function isCode(tag: string): boolean {
  return CODE.has(tag)
}

const CODE = new Set(['code', 'kbd', 'samp', 'tt'])

/** Where fences are read as code they are code; within a list or a quotation each line is code of its own. */
export function codeBlock(node: PastedNode, { depth, marks }: Place): PastedBlock[] {
  const code = textWithBreaks(node).replace(/^\n+|\s+$/g, '')
  if (!code.trim()) return []
  if (depth === 0) return [{ kind: 'code', text: code }]
  const lines = code.split('\n').map((line) => (line.trim() ? inlineCode(line) : ''))
  return [{ kind: 'paragraph', runs: [{ text: lines.join('\n'), ...marks }] }]
}

/** Code within a line. */
export function readCode(node: PastedNode, { marks }: Place, to: BlockBuilder) {
  const text = textWithBreaks(node)
  const code = text.replace(/\s+/g, ' ').trim()
  if (!code) return to.add(text, marks)
  if (/^\s/.test(text)) to.add(' ', marks)
  to.addExactly(inlineCode(code), marks)
  if (/\s$/.test(text)) to.add(' ', marks)
}

/** Lines of code may be breaks or blocks of their own. */
function textWithBreaks(node: PastedNode, nesting = 0): string {
  const tag = tagOf(node)
  if (tag === 'br') return '\n'
  if (tag === '#text') return (node.nodeValue ?? '').replace(/\r\n?/g, '\n')
  if (tag.startsWith('#') || isUnread(tag)) return ''
  if (nesting > NESTING) return node.textContent ?? ''
  let text = ''
  for (const child of node.childNodes) {
    const part = textWithBreaks(child, nesting + 1)
    const startsLine = isBlock(tagOf(child)) && text && !text.endsWith('\n')
    text += startsLine ? `\n${part}` : part
    if (isBlock(tagOf(child)) && !part.endsWith('\n')) text += '\n'
  }
  return text
}
