/** 1204 → "1,204". Independent of the locale of server and reader. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** 999 → "999", 1204 → "1.2k", 12040 → "12k", 3400000 → "3.4m". Rounds down. */
export function formatCompact(value: number): string {
  const size = Math.abs(value)
  if (size < 1000) return String(value)
  const [unit, letter] = size < 1_000_000 ? [1000, 'k'] : [1_000_000, 'm']
  const scaled = size / unit
  const shown = scaled < 10 ? Math.floor(scaled * 10) / 10 : Math.floor(scaled)
  return `${value < 0 ? '-' : ''}${shown}${letter}`
}
