import { blocksOf, isBlank, replaceTag, unwrap } from './pasted-nodes.ts'

/** Writes each row as a line, "a · b". The innermost tables come first. A table of one column is a layout: its cells are blocks. */
export function convertTables(root: Element) {
  for (const table of [...root.querySelectorAll('table')].reverse()) {
    for (const caption of table.querySelectorAll('caption')) table.before(replaceTag(caption, 'div'))
    const rows = Array.from(table.querySelectorAll('tr'), (row) => [...row.querySelectorAll('td,th')])
    if (rows.every((cells) => cells.length <= 1)) {
      for (const cell of rows.flat()) table.before(replaceTag(cell, 'div'))
      table.remove()
    } else table.replaceWith(linesOf(table, rows))
  }
}

function linesOf({ ownerDocument }: Element, rows: Element[][]): Element {
  const lines = ownerDocument.createElement('div')
  for (const cells of rows) {
    const shown = cells.slice(0, cells.findLastIndex((cell) => !isBlank(cell)) + 1)
    if (shown.length > 0 && lines.firstChild) lines.append(ownerDocument.createElement('br'))
    for (const [index, cell] of shown.entries()) {
      if (index > 0) lines.append(' · ')
      lines.append(inOneLine(cell))
    }
  }
  return lines
}

function inOneLine(cell: Element): Element {
  for (const block of [...blocksOf(cell), ...cell.querySelectorAll('br')]) {
    block.before(' ')
    block.after(' ')
    unwrap(block)
  }
  const { fontWeight } = (cell as HTMLElement).style
  const isBold = fontWeight ? fontWeight === 'bold' : cell.localName === 'th'
  return replaceTag(cell, isBold && !isBlank(cell) ? 'strong' : 'span')
}
