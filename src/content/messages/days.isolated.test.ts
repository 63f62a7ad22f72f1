import { afterAll, beforeAll, expect, it } from 'vitest'
import { byDay, dayName, toCalendarDay } from './thread-items.ts'

const zone = process.env.TZ
beforeAll(() => {
  process.env.TZ = 'America/New_York'
})
afterAll(() => {
  process.env.TZ = zone
})

it('a day is the reader’s', () => {
  expect(toCalendarDay('2026-11-21T04:59:59.000000Z')).toBe('2026-11-20')
  expect(toCalendarDay('2026-11-21T05:00:00.000000Z')).toBe('2026-11-21')
})

it.each([
  ['2026-11-21', 'Today'],
  ['2026-11-20', 'Yesterday'],
  ['2026-11-19', '19 November 2026'],
  ['2025-11-21', '21 November 2025'],
])('%s is %s', (day, name) => {
  expect(dayName(day, Date.parse('2026-11-22T03:00:00Z'))).toBe(name)
})

it('yesterday is the day before also where the clock was set', () => {
  expect(dayName('2026-10-31', Date.parse('2026-11-02T03:30:00Z'))).toBe('Yesterday')
})

it('gathers by day in the order given', () => {
  const at = (created_at: string) => ({ created_at })
  const items = [at('2026-11-20T12:00:00Z'), at('2026-11-21T04:00:00Z'), at('2026-11-21T12:00:00Z')]
  expect(byDay(items)).toEqual([
    { day: '2026-11-20', items: items.slice(0, 2) },
    { day: '2026-11-21', items: items.slice(2) },
  ])
})
