import { expect, it } from 'vitest'
import { isolated } from './isolated.ts'

it('isolates names in letters that run from right to left, and leaves others as they are', () => {
  expect(isolated('עדה')).toBe('\u2068עדה\u2069')
  expect(isolated('Ada (ليلى)')).toBe('\u2068Ada (ليلى)\u2069')
  expect(isolated('Ada Lin')).toBe('Ada Lin')
})
