import { type PastedBlock, PLAIN, type Run } from './pasted-blocks.ts'
import { type PastedNode, tagOf } from './pasted-nodes.ts'

/** The cells of its rows, not those of tables in them. */
export function cellsOf(table: PastedNode): PastedNode[][] {
  return [...rowsOf(table)].map((row) => [...row.childNodes].filter(isCell))
}

/** A line for each row: "a · b". What is empty at its end goes. */
export function linesOfRows(rows: readonly Run[][][]): Run[] {
  const lines = rows
    .map((cells) => cells.slice(0, cells.findLastIndex((runs) => runs.length > 0) + 1))
    .filter((cells) => cells.length > 0)
    .map((cells) => joined(cells, ' · '))
  return joined(lines, '\n')
}

/** The words of a cell in one line. */
export function inOneLine(blocks: readonly PastedBlock[]): Run[] {
  return joined(blocks.map(runsOf), ' ').map((run) => ({ ...run, text: run.text.replaceAll('\n', ' ') }))
}

function* rowsOf(table: PastedNode): Generator<PastedNode> {
  for (const child of table.childNodes) {
    if (tagOf(child) === 'tr') yield child
    else if (['tbody', 'thead', 'tfoot'].includes(tagOf(child))) yield* rowsOf(child)
  }
}

function isCell(node: PastedNode): boolean {
  return ['td', 'th'].includes(tagOf(node))
}

function runsOf(block: PastedBlock): Run[] {
  if (block.kind === 'paragraph') return block.runs
  if (block.kind === 'code') return [{ text: block.text, ...PLAIN }]
  const inner = block.kind === 'quote' ? [block.blocks] : block.items
  return joined(inner.flat().map(runsOf), ' ')
}

/** Words one behind the other with something between. */
function joined(pieces: readonly Run[][], between: string): Run[] {
  return pieces.flatMap((runs, index) => (index > 0 ? [{ text: between, ...PLAIN }, ...runs] : runs))
}
