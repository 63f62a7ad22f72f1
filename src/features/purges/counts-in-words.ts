import { formatNumber } from '../../ui/format/format-number.ts'
import { PURGED_KINDS, type PurgeCounts, type PurgedKind } from './policy.ts'

/** "12 posts", "1 comment": what there is of each kind, in the order of a list; nothing of what there is none of. */
export function countsInWords(counts: PurgeCounts): string[] {
  return Object.entries(PURGED_KINDS).flatMap(([kind, [one, several]]) => {
    const count = counts[kind as PurgedKind]
    return count === 0 ? [] : `${formatNumber(count)} ${count === 1 ? one : several}`
  })
}
