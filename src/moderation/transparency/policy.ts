/** A year or a month in UTC: `2026` or `2026-11`. */
export const PERIOD = /^20\d\d(-(0[1-9]|1[0-2]))?$/

/** Rows of a table. There are fewer, unless rules are renamed all the time. */
export const ROWS_MAX = 1000

/** Returns the start and end of a period as ISO 8601 dates in UTC. The end is exclusive. */
export function boundsOf(period: string): { from: string; to: string } {
  const [year = 0, month] = period.split('-').map(Number)
  const from = new Date(Date.UTC(year, (month ?? 1) - 1))
  const to = month ? new Date(Date.UTC(year, month)) : new Date(Date.UTC(year + 1, 0))
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) }
}

export function currentYear(now = new Date()): string {
  return String(now.getUTCFullYear())
}
