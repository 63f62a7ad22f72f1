import { expect, it } from 'vitest'
import { absoluteTime, relativeTime, shortTime } from './relative-time.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const seconds = (n: number) => new Date(now - n * 1000).toISOString()
const minutes = (n: number) => seconds(n * 60)
const hours = (n: number) => minutes(n * 60)
const days = (n: number) => hours(n * 24)

it.each([
  [seconds(10), 'less than a minute ago'],
  [seconds(60), '1 minute ago'],
  [minutes(44), '44 minutes ago'],
  [minutes(60), 'about 1 hour ago'],
  [hours(2), 'about 2 hours ago'],
  [hours(23), 'about 23 hours ago'],
  [hours(25), '1 day ago'],
  [hours(43), '2 days ago'],
  [days(29), '29 days ago'],
  [days(31), 'about 1 month ago'],
  [days(58), 'about 2 months ago'],
  [days(100), '3 months ago'],
  [days(366), 'about 1 year ago'],
  [days(365 + 200), 'over 1 year ago'],
  [days(365 + 330), 'almost 2 years ago'],
  [seconds(-120), 'in 2 minutes'],
])('says of %s "%s"', (iso, words) => {
  expect(relativeTime(iso, now)).toBe(words)
})

it.each([
  [seconds(-20), 'now'],
  [seconds(20), 'now'],
  [seconds(50), '1 min'],
  [minutes(44), '44 min'],
  [minutes(59), '1 h'],
  [hours(15.75), '16 h'],
  [days(6.9), '7 d'],
  [days(8), '13 Nov'],
  [days(365), '21 Nov 2025'],
])('says of %s in short "%s"', (iso, words) => {
  expect(shortTime(iso, now)).toBe(words)
})

it('writes the absolute time in UTC whatever the offset of the input', () => {
  expect(absoluteTime('2026-03-01T00:30:00+02:00')).toBe('28 February 2026, 22:30 UTC')
})

it('says the same in short and in words, at every minute of a week', () => {
  const units: Record<string, string> = { min: 'minute', h: 'hour', d: 'day' }
  for (let minute = 1; minute < 7 * 24 * 60; minute++) {
    const [number = '', unit = ''] = shortTime(minutes(minute), now).split(' ')
    const words = `${number} ${units[unit]}${number === '1' ? '' : 's'} ago`
    expect(relativeTime(minutes(minute), now).replace('about ', '')).toBe(words)
  }
})
