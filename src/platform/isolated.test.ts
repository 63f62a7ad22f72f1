import { expect, it } from 'vitest'
import { isolateText } from './bidi-isolation.ts'

it('isolates names in letters that run from right to left, and leaves others as they are', () => {
  expect(isolateText('עדה')).toBe('\u2068עדה\u2069')
  expect(isolateText('Ada (ليلى)')).toBe('\u2068Ada (ليلى)\u2069')
  expect(isolateText('Ada Lin')).toBe('Ada Lin')
})
