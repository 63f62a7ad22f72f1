import { expect, test } from 'vitest'
import { blockingTime } from './blocking-time.ts'

test.each([
  ['a task of 50 ms', [{ start: 100, duration: 50 }], 0],
  ['the part beyond 50 ms of each', [80, 60].map((duration, n) => ({ start: 100 + 200 * n, duration })), 40],
  ['nothing before the first paint', [{ start: 0, duration: 40 }], 0],
  ['of a task around the first paint, the part after it', [{ start: 0, duration: 150 }], 50],
])('blocking time counts %s', (_, tasks, expected) => {
  expect(blockingTime(tasks, 50)).toBe(expected)
})
