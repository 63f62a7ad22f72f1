import { archiveTime, isScheduled } from './archive-name.ts'

/** How many backups stay: of the last days, weeks and months that have one, the newest of each. */
export interface Keep {
  daily: number
  weekly: number
  monthly: number
}

/** Those of the names that may go. The newest never does, nor one that was made by hand, and what is no name of ours neither. */
export function superfluous(names: readonly string[], { daily, weekly, monthly }: Keep): string[] {
  const ours = names.filter(isScheduled).toSorted().toReversed()
  const kept = new Set(ours.slice(0, 1))
  for (const [count, periodOf] of [
    [daily, dayOf],
    [weekly, weekOf],
    [monthly, monthOf],
  ] as const) {
    const newest = new Map<string | number, string>()
    for (const name of ours) {
      const period = periodOf(archiveTime(name) as Date)
      if (!newest.has(period)) newest.set(period, name)
    }
    for (const name of [...newest.values()].slice(0, count)) kept.add(name)
  }
  return ours.filter((name) => !kept.has(name))
}

const DAY_MS = 24 * 60 * 60 * 1000
const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS)
/** Weeks begin on Monday; 1 January 1970 was a Thursday. */
const weekOf = (time: Date) => Math.floor((dayOf(time) + 3) / 7)
const monthOf = (time: Date) => time.toISOString().slice(0, 7)
