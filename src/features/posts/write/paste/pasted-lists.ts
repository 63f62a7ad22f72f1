import { type PastedBlock, PLAIN } from './pasted-blocks.ts'

/** Storage knows no list that begins elsewhere than at 1: the numbers become words. */
export function numbered(item: PastedBlock[], number: number): PastedBlock[] {
  const label = { text: `${number}. `, ...PLAIN }
  const [first, ...rest] = item
  if (first?.kind !== 'paragraph') return [{ kind: 'paragraph', runs: [label] }, ...item]
  return [{ kind: 'paragraph', runs: [label, ...first.runs] }, ...rest]
}
