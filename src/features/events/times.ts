import { calendarDate, clockTime } from '../../ui/format/relative-time.ts'

interface Span {
  starts_at: string
  ends_at: string | null
}

/** "Friday 18 December 2026, 17:00 to 19:00 UTC": the same on the server and in every browser. */
export function eventTime({ starts_at, ends_at }: Span): string {
  const start = `${dayIn(starts_at)}, ${utcClock(starts_at)}`
  if (!ends_at) return `${start} UTC`
  const isSameDay = calendarDate(starts_at) === calendarDate(ends_at)
  return `${start} to ${isSameDay ? '' : `${dayIn(ends_at)}, `}${utcClock(ends_at)} UTC`
}

/** "18:00 to 20:00" on the clock of whoever reads, with the day where it is another; nothing where that is UTC. */
export function readersTime({ starts_at, ends_at }: Span): string | undefined {
  const dates = ends_at ? [starts_at, ends_at] : [starts_at]
  if (dates.every((iso) => clockTime(iso) === utcClock(iso))) return undefined
  return dates.map((iso) => `${readersDay(iso)}${clockTime(iso)}`).join(' to ')
}

/** What <input type="datetime-local"> shows of a time: "2026-12-18T18:00", on the clock of whoever types. */
export function toLocalInput(iso: string | null): string {
  if (!iso) return ''
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** In UTC: what was typed there, or what has an offset. What is no time stays as it is, and is refused in words. */
export function inUtc(text: string): string {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : time.toISOString()
}

function dayIn(iso: string): string {
  return `${WEEKDAYS[new Date(iso).getUTCDay()]} ${calendarDate(iso)}`
}

function utcClock(iso: string): string {
  return new Date(iso).toISOString().slice(11, 16)
}

function readersDay(iso: string): string {
  const time = new Date(iso)
  return time.getDate() === time.getUTCDate() ? '' : `${WEEKDAYS[time.getDay()]} `
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
