/** Returns a scheduled backup's name: `threshold-2026-11-23T10-46-00Z.tar.zst`. Names sort by time. */
export function archiveName(at: Date): string {
  return `threshold-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.zst`
}

/** Returns the name of a manual backup, which is never removed automatically. */
export function manualArchiveName(at: Date): string {
  return archiveName(at).replace('Z.tar', 'Z-manual.tar')
}

/** Returns the time in a backup's name, or undefined for other files. */
export function archiveTime(name: string): Date | undefined {
  const [, date, hours, minutes, seconds] =
    /^threshold-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-manual)?\.tar\.zst$/.exec(name) ?? []
  const time = new Date(`${date}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}

function isScheduled(name: string): boolean {
  return archiveTime(name) !== undefined && !name.endsWith('-manual.tar.zst')
}

/** Number of daily, weekly and monthly backups to keep. Each is the newest of its day, week or month. */
interface Keep {
  daily: number
  weekly: number
  monthly: number
}

/** Returns the backups to remove. Never includes the newest backup, manual backups or other files. */
export function findExpiredBackups(names: readonly string[], { daily, weekly, monthly }: Keep): string[] {
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
/** Number of the week, which begins on Monday. Adds 3 days, because 1 January 1970 was a Thursday. */
const weekOf = (time: Date) => Math.floor((dayOf(time) + 3) / 7)
const monthOf = (time: Date) => time.toISOString().slice(0, 7)
