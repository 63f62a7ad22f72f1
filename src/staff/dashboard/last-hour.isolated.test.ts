import { expect, test } from 'vitest'
import { LastHour } from './node-status.server.ts'

const MINUTE = 60_000

test('since the start within the first hour, then of an hour, and at the end none where nothing comes any more', () => {
  const hour = new LastHour({ hits: 5, misses: 0 }, 0)
  expect(hour.note({ hits: 15, misses: 1 }, MINUTE)).toEqual({ hits: 10, misses: 1 })
  expect(hour.note({ hits: 25, misses: 4 }, 60 * MINUTE)).toEqual({ hits: 20, misses: 4 })
  expect(hour.note({ hits: 30, misses: 4 }, 61 * MINUTE)).toEqual({ hits: 15, misses: 3 })
  for (let minute = 62; minute < 300; minute++) hour.note({ hits: 30, misses: 4 }, minute * MINUTE)
  expect(hour.note({ hits: 30, misses: 4 }, 300 * MINUTE)).toEqual({ hits: 0, misses: 0 })
})
