import { expect, it } from 'vitest'
import { formatCompact, formatNumber } from './format-number.ts'

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [1204, '1.2k'],
  [9999, '9.9k'],
  [12_040, '12k'],
  [999_999, '999k'],
  [3_400_000, '3.4m'],
  [-1204, '-1.2k'],
])('shortens %i to %s', (value, short) => {
  expect(formatCompact(value)).toBe(short)
})

it.each([
  [7, '7'],
  [1204, '1,204'],
  [1_000_000, '1,000,000'],
  [-1204, '-1,204'],
])('groups %i as %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})
