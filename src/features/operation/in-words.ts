import { formatNumber } from '../../ui/format/format-number.ts'

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']

/** 1536 → "1.5 KB", as disks and databases count: by 1024. */
export function bytesInWords(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`
}

/** 0.4 → "0.4 ms", 1234 → "1,234 ms". */
export function millisecondsInWords(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : formatNumber(Math.round(ms))} ms`
}

/** 45 → "45 s", 150 → "2 min", 7300 → "2 h". */
export function secondsInWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

/** Rounded down: what is nearly all is not all. */
export function shareInWords(part: number, whole: number): string {
  return whole > 0 ? `${Math.floor((part / whole) * 100)} %` : '–'
}
