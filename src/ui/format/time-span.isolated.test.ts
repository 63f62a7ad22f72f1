import { afterEach, expect, test } from 'vitest'
import { eventTime, localEventTime, toLocalInput, toUtc } from './time-span.ts'

const before = process.env.TZ
afterEach(() => {
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

const EVENING = { starts_at: '2026-12-18T17:00:00.000000Z', ends_at: '2026-12-18T19:30:00.000000Z' }

test('an event is on a day, from one hour to another, in UTC', () => {
  expect(eventTime(EVENING)).toBe('Friday 18 December 2026, 17:00 to 19:30 UTC')
  expect(eventTime({ ...EVENING, ends_at: null })).toBe('Friday 18 December 2026, 17:00 UTC')
  expect(eventTime({ ...EVENING, ends_at: '2026-12-20T10:00:00Z' })).toBe(
    'Friday 18 December 2026, 17:00 to Sunday 20 December 2026, 10:00 UTC',
  )
})

test.each([
  ['Europe/Berlin', '18:00 to 20:30'],
  ['Asia/Kolkata', '22:30 to Saturday 01:00'],
  ['Pacific/Auckland', 'Saturday 06:00 to Saturday 08:30'],
  ['UTC', undefined],
  ['Africa/Accra', undefined],
])('in %s that is %s', (zone, time) => {
  process.env.TZ = zone
  expect(localEventTime(EVENING)).toBe(time)
})

test.each(['Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'UTC'])(
  'what is typed in %s is kept as the same moment, in winter and in summer',
  (zone) => {
    process.env.TZ = zone
    for (const iso of ['2026-12-18T17:00:00.000Z', '2027-07-01T23:30:00.000Z'])
      expect(toUtc(toLocalInput(iso))).toBe(iso)
    expect(toLocalInput(null)).toBe('')
  },
)

test('what is no time stays what it is', () => {
  for (const text of ['', 'tomorrow']) expect(toUtc(text)).toBe(text)
})
