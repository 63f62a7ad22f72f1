import { calendarDate, clockTime } from './relative-time.ts'

interface Span {
  starts_at: string
  ends_at: string | null
}

/** Returns text such as "Friday 18 December 2026, 17:00 to 19:00 UTC". */
export function eventTime({ starts_at, ends_at }: Span): string {
  const start = `${dayIn(starts_at)}, ${utcClock(starts_at)}`
  if (!ends_at) return `${start} UTC`
  const isSameDay = calendarDate(starts_at) === calendarDate(ends_at)
  return `${start} to ${isSameDay ? '' : `${dayIn(ends_at)}, `}${utcClock(ends_at)} UTC`
}

/** Returns "18:00 to 20:00" in the reader's zone, with the weekday if it differs. Undefined if it is UTC. */
export function localEventTime({ starts_at, ends_at }: Span): string | undefined {
  const dates = ends_at ? [starts_at, ends_at] : [starts_at]
  if (dates.every((iso) => clockTime(iso) === utcClock(iso))) return undefined
  return dates.map((iso) => `${readersDay(iso)}${clockTime(iso)}`).join(' to ')
}

/** Returns a value for <input type="datetime-local">: "2026-12-18T18:00", in the reader's time zone. */
export function toLocalInput(iso: string | null): string {
  if (!iso) return ''
  const time = new Date(iso)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** Converts a local time, or one with an offset, to UTC. Returns invalid text for the schema to reject. */
export function toUtc(text: string): string {
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
