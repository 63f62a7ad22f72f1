/** Where the arrows lead among `count` options; -1 is none of them, the text itself. Undefined: no key of the list. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return at + 1 < count ? at + 1 : -1
  if (key === 'ArrowUp') return at >= 0 ? at - 1 : count - 1
  // In the text itself these keys are the caret's.
  if (at < 0) return undefined
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
