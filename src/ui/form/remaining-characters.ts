import { formatNumber } from '../format/format-number.ts'

/** Returns text for screen readers. It changes only when a tenth, a fiftieth or none of the limit is left. */
export function remainingCharactersText(used: number, limit: number): string {
  const left = limit - used
  if (left < 0) return `Too long: the limit is ${formatNumber(limit)} characters`
  if (left === 0) return `You’ve reached the limit of ${formatNumber(limit)} characters`
  const step = [limit / 50, limit / 10].find((room) => left <= room)
  return step === undefined ? '' : `No more than ${formatNumber(Math.floor(step))} characters left`
}
