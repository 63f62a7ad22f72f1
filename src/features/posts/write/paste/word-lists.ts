import type { PastedBlock, WordItem } from './pasted-blocks.ts'
import { type PastedNode, styleOf, tagOf } from './pasted-nodes.ts'

/**
 * What Word says of a paragraph that is an item of a list: "mso-list:l0 level2 lfo1". Its bullet or number stands in the
 * paragraph, as text that other programs are asked to ignore.
 */
export function wordItemOf(node: PastedNode, style: ReadonlyMap<string, string>): WordItem | undefined {
  const level = /\blevel(\d)/.exec(style.get('mso-list') ?? '')?.[1]
  if (!level) return undefined
  return { level: Number(level), ordered: /\d|^\(?\p{L}{1,6}[.)]/u.test(markerOf(node).trim()) }
}

/** The bullet or number that Word writes into an item. */
function markerOf(node: PastedNode): string {
  for (const child of node.childNodes) {
    if (styleOf(child).get('mso-list') === 'ignore') return child.textContent ?? ''
    if (tagOf(child) === 'span' || tagOf(child) === 'b') {
      const marker = markerOf(child)
      if (marker) return marker
    }
  }
  return ''
}

/** Paragraphs that are items become the lists that they are in sight. */
export function withWordLists(blocks: readonly PastedBlock[]): PastedBlock[] {
  const joined: PastedBlock[] = []
  // The lists that are open, from the outermost on, and the level of each.
  let open: { level: number; list: PastedBlock & { kind: 'list' } }[] = []
  for (const block of blocks) {
    if (block.kind !== 'paragraph' || !block.item) {
      open = []
      joined.push(block)
      continue
    }
    const { level, ordered } = block.item
    open = open.filter((each) => each.level <= level)
    const inner = open.at(-1)
    if (inner && inner.level === level && inner.list.ordered === ordered) {
      inner.list.items.push([withoutItem(block)])
      continue
    }
    if (inner?.level === level) open.pop()
    const list = { kind: 'list' as const, ordered, items: [[withoutItem(block)]] }
    const around = open.at(-1)?.list.items.at(-1) ?? joined
    around.push(list)
    if (open.length < LEVELS) open.push({ level, list })
  }
  return joined
}

/** Lists within lists beyond this are told apart by nobody, and the server stops at twelve tags within each other. */
export const LEVELS = 4

function withoutItem({ runs }: PastedBlock & { kind: 'paragraph' }): PastedBlock {
  return { kind: 'paragraph', runs }
}
