import { expect, it } from 'vitest'
import fc from '../../../tests/fast-check.ts'
import { type ExpirationLimits, findExpired } from './cache-store.ts'

const HOUR = 60 * 60 * 1000
const NOW = Date.parse('2026-11-21T12:00:00Z')
const WIDE: ExpirationLimits = { number: 100, bytes: 1e9, age: 1e12 }
const kept = (url: string, hoursAgo: number, bytes = 10) => ({
  url,
  at: new Date(NOW - hoursAgo * HOUR).toISOString(),
  bytes,
})

it('lets go of the oldest beyond a number, whatever order they come in', () => {
  const all = [kept('b', 2), kept('d', 4), kept('a', 1), kept('c', 3)]
  expect(findExpired(all, { ...WIDE, number: 2 }, NOW)).toEqual(['c', 'd'])
  expect(findExpired(all, WIDE, NOW)).toEqual([])
})

it('lets go of what is too old', () => {
  expect(findExpired([kept('a', 1), kept('b', 25)], { ...WIDE, age: 24 * HOUR }, NOW)).toEqual(['b'])
})

it('lets go of the oldest beyond a weight', () => {
  const all = [kept('a', 1, 60), kept('b', 2, 30), kept('c', 3, 30)]
  expect(findExpired(all, { ...WIDE, bytes: 100 }, NOW)).toEqual(['c'])
})

it('leaves what is within all bounds, and the newest first', () => {
  const entry = fc.record({ hours: fc.integer({ min: 0, max: 200 }), bytes: fc.integer({ min: 1, max: 50 }) })
  const bounds = { number: 7, bytes: 150, age: 100 * HOUR }
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
      const all = entries.map(({ hours, bytes }, index) => kept(`/${index}`, hours, bytes))
      const gone = new Set(findExpired(all, bounds, NOW))
      const left = all.filter(({ url }) => !gone.has(url))
      expect(left.length).toBeLessThanOrEqual(bounds.number)
      expect(left.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(bounds.bytes)
      const oldest = left.map(({ at }) => at).sort()[0] ?? ''
      for (const { at, url } of all)
        if (gone.has(url) && left.length > 0) expect(at <= oldest, `${url} is no newer`).toBe(true)
    }),
  )
})
