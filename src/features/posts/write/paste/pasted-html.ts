import { BlockBuilder } from './block-builder.ts'
import { htmlOfBlocks, type PastedBlock, PLAIN, type Run } from './pasted-blocks.ts'
import { codeBlock, isCode, readCode } from './pasted-code.ts'
import { addressOf, isSameAddress, shownAddress } from './pasted-links.ts'
import { numbered } from './pasted-lists.ts'
import { attribute, isBlock, isUnread, lostThing, type PastedNode, styleOf, tagOf } from './pasted-nodes.ts'
import { cellsOf, inOneLine, linesOfRows } from './pasted-tables.ts'
import { deeper, marksOf, NESTING, type Place } from './place.ts'
import { LEVELS, withWordLists, wordItemOf } from './word-lists.ts'

type Lost = NonNullable<ReturnType<typeof lostThing>>

export interface Pasted {
  /** Of the tags that are stored alone. */
  html: string
  /** What could not come along, and how often. */
  lost: ReadonlyMap<Lost, number>
}

/** What programs put on the clipboard, as a post can hold it. */
export function convertPasted(root: PastedNode): Pasted {
  const reader = new PasteReader()
  const blocks = reader.read(root, { marks: PLAIN, isHeading: false, depth: 0, nesting: 0 })
  return { html: htmlOfBlocks(blocks), lost: reader.lost }
}

class PasteReader {
  readonly lost = new Map<Lost, number>()

  read(parent: PastedNode, place: Place): PastedBlock[] {
    const builder = new BlockBuilder()
    this.readChildren(parent, place, builder)
    return withWordLists(builder.finish())
  }

  private readChildren(parent: PastedNode, place: Place, to: BlockBuilder) {
    if (place.nesting >= NESTING) return to.add(parent.textContent ?? '', place.marks)
    const within = { ...place, nesting: place.nesting + 1 }
    for (const child of parent.childNodes) this.readNode(child, within, to)
  }

  private readNode(node: PastedNode, place: Place, to: BlockBuilder) {
    const tag = tagOf(node)
    if (tag === '#text') return to.add(node.nodeValue ?? '', place.marks)
    if (tag.startsWith('#') || isUnread(tag)) return
    const style = styleOf(node)
    if (style.get('display') === 'none' || style.has('mso-hide')) return
    const lost = lostThing(node)
    if (lost) return this.lose(lost, node, place, to)
    const marks = marksOf(tag, style, place)
    this.readElement(node, tag, style, { ...place, marks }, to)
  }

  private readElement(
    node: PastedNode,
    tag: string,
    style: ReadonlyMap<string, string>,
    place: Place,
    to: BlockBuilder,
  ) {
    if (tag === 'br') return to.lineBreak()
    if (tag === 'a') return this.readLink(node, place, to)
    if (tag === 'input') return readCheckbox(node, place, to)
    if (isCode(tag)) return readCode(node, place, to)
    if (tag === 'pre') return to.push(...codeBlock(node, place))
    if (tag === 'ul' || tag === 'ol') return to.push(...this.readList(node, place))
    if (tag === 'table') return to.push(...this.readTable(node, place))
    if (tag === 'blockquote') return to.push(...quote(this.read(node, deeper(place)), place))
    if (/^h[1-6]$/.test(tag)) {
      to.endParagraph()
      this.readChildren(node, { ...place, isHeading: true, marks: { bold: true, italic: false } }, to)
      return to.endParagraph()
    }
    if (isBlock(tag)) return this.readBlock(node, style, place, to)
    if (style.get('mso-list') === 'ignore') return readMarker(node, place, to)
    if (tag === 'q') to.add('“', place.marks)
    this.readChildren(node, place, to)
    if (tag === 'q') to.add('”', place.marks)
  }

  private readBlock(node: PastedNode, style: ReadonlyMap<string, string>, place: Place, to: BlockBuilder) {
    to.endParagraph()
    const item = place.isHeading ? undefined : wordItemOf(node, style)
    this.readChildren(node, place, to)
    to.endParagraph(item)
  }

  /** "text (https://…)": where it leads is part of what was copied. */
  private readLink(node: PastedNode, place: Place, to: BlockBuilder) {
    const address = addressOf(attribute(node, 'href'))
    const words = (node.textContent ?? '').replace(/\s+/g, ' ').trim()
    if (address && isSameAddress(words, address)) return to.add(shownAddress(words, address), place.marks)
    this.readChildren(node, place, to)
    const isNote = /^\[?\d{1,3}\]?$/.test(words) && address?.includes('#')
    if (address && words && !isNote) to.add(` (${address})`, place.marks)
  }

  private readList(list: PastedNode, place: Place): PastedBlock[] {
    const within = deeper(place)
    const items: PastedBlock[][] = []
    for (const child of list.childNodes) {
      const tag = tagOf(child)
      // Google Docs, and many pages: the list of an item stands behind it, not in it.
      if (tag === 'ul' || tag === 'ol') {
        const inner = this.readList(child, within)
        const before = items.at(-1)
        if (before) before.push(...inner)
        else items.push(...inner.flatMap((block) => (block.kind === 'list' ? block.items : [[block]])))
        continue
      }
      const marks = marksOf(tag, styleOf(child), within)
      const blocks = tag === 'li' ? this.read(child, { ...within, marks }) : this.readAlone(child, within)
      const [first] = blocks
      if (blocks.length === 1 && first?.kind === 'list') items.push(...first.items)
      else if (first) items.push(blocks)
    }
    if (items.length === 0) return []
    const start = Number(attribute(list, 'start') || 1)
    const ordered = tagOf(list) === 'ol'
    if (place.depth >= LEVELS) return items.flat()
    if (ordered && start !== 1) return items.flatMap((item, index) => numbered(item, start + index))
    return [{ kind: 'list', ordered, items }]
  }

  private readAlone(node: PastedNode, place: Place): PastedBlock[] {
    const builder = new BlockBuilder()
    this.readNode(node, place, builder)
    return builder.finish()
  }

  /** A table of one column is there for how it looks. */
  private readTable(table: PastedNode, place: Place): PastedBlock[] {
    const rows = cellsOf(table)
    const captions = [...table.childNodes].filter((child) => tagOf(child) === 'caption')
    const blocks = captions.flatMap((caption) => this.read(caption, place))
    if (rows.every((cells) => cells.length <= 1))
      return [...blocks, ...rows.flat().flatMap((cell) => this.read(cell, place))]
    const runs = linesOfRows(rows.map((cells) => cells.map((cell) => this.readCell(cell, place))))
    return runs.length > 0 ? [...blocks, { kind: 'paragraph', runs }] : blocks
  }

  private readCell(cell: PastedNode, place: Place): Run[] {
    const style = styleOf(cell)
    const bold = tagOf(cell) === 'th' || place.marks.bold
    const marks = marksOf(tagOf(cell), style, { ...place, marks: { ...place.marks, bold } })
    return inOneLine(this.read(cell, { ...place, marks }))
  }

  private lose(lost: Lost, node: PastedNode, place: Place, to: BlockBuilder) {
    const description = attribute(node, 'alt')
    if (EMOJI.test(description)) return to.add(description, place.marks)
    this.lost.set(lost, (this.lost.get(lost) ?? 0) + 1)
  }
}

const EMOJI = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200d\ufe0f]|\p{Emoji_Modifier})+$/u

function quote(blocks: PastedBlock[], { depth }: Place): PastedBlock[] {
  return blocks.length > 0 && depth < LEVELS ? [{ kind: 'quote', blocks }] : blocks
}

/** The list says it itself; a heading is none. */
function readMarker(node: PastedNode, { isHeading, marks }: Place, to: BlockBuilder) {
  const marker = (node.textContent ?? '').trim()
  if (isHeading && /\w/.test(marker)) to.add(`${marker} `, marks)
}

function readCheckbox(node: PastedNode, { marks }: Place, to: BlockBuilder) {
  if (attribute(node, 'type') !== 'checkbox') return
  to.add(node.getAttribute?.('checked') == null ? '☐ ' : '☑ ', marks)
}
