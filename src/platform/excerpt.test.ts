import { expect, test } from 'vitest'
import { excerpt, metaDescription } from './excerpt.ts'

test('a text that fits stays as it is, in one line', () => {
  expect(excerpt(' one\n\n two ', 7)).toBe('one two')
})

test('a longer one is cut at characters and ends with an ellipsis', () => {
  expect(excerpt('a'.repeat(201), 200)).toBe(`${'a'.repeat(200)}…`)
  expect(excerpt('ten chars and more', 10)).toBe('ten chars…')
  expect(excerpt('🦾🦿🧠🫀', 3)).toBe('🦾🦿🧠…')
  expect(excerpt('🦾🦿🧠', 3)).toBe('🦾🦿🧠')
})

test('a description always ends with an ellipsis', () => {
  expect(metaDescription('short', 160)).toBe('short…')
  expect(metaDescription('b'.repeat(170), 160)).toBe(`${'b'.repeat(160)}…`)
})
