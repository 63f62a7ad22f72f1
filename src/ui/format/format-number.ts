/** Formats 1204 as "1,204", whatever the locale of the server and the reader. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** Rounds down to a short form: 999 → "999", 1204 → "1.2k", 12040 → "12k", 3400000 → "3.4m". */
export function formatCompact(value: number): string {
  const size = Math.abs(value)
  if (size < 1000) return String(value)
  const [unit, letter] = size < 1_000_000 ? [1000, 'k'] : [1_000_000, 'm']
  const scaled = size / unit
  const shown = scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled)
  return `${value < 0 ? '-' : ''}${shown}${letter}`
}
