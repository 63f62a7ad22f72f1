import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDate, parseSearch, withOperators } from './operators.ts'

test.each<[string, string, [string, string][]]>([
  ['neural author:mara', 'neural', [['author', 'mara']]],
  ['author:"Mara Okonkwo" neural', 'neural', [['author', 'Mara Okonkwo']]],
  ['author:“Mara Okonkwo”', '', [['author', 'Mara Okonkwo']]],
  [
    'IN:Ethics mind AFTER:2026 before:2026-03',
    'mind',
    [
      ['in', 'Ethics'],
      ['after', '2026'],
      ['before', '2026-03'],
    ],
  ],
  ['in: ethics', 'ethics', [['in', '']]],
  ['in:"" ethics', 'ethics', [['in', '']]],
  ['in:mind-uploading', '', [['in', 'mind-uploading']]],
  ['"in:ethics before:2026"', '"in:ethics before:2026"', []],
  ['login:ethics', 'login:ethics', []],
  ['-author:mara', '-author:mara', []],
  ['https://in:80/ sin:x', 'https://in:80/ sin:x', []],
  ['author:"Mara', 'author:"Mara', []],
  ['title:x', 'title:x', []],
])('%j has the words %j', (search, words, operators) => {
  const parsed = parseSearch(search)
  expect(parsed.words).toBe(words)
  expect(parsed.operators.map(({ name, value }) => [name, value])).toEqual(operators)
})

test('other words with the same operators', () => {
  const parsed = parseSearch('neurla author:"Mara O" in:x')
  expect(withOperators('neural', parsed)).toBe('neural author:"Mara O" in:x')
  expect(withOperators('neural', parseSearch('neurla'))).toBe('neural')
})

test('no operator is left among the words, whatever was typed', () => {
  const part = fc.constantFrom('in:', 'AFTER:', 'author:"', '"', '“', ' ', '\n', 'x', '-', ':')
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const { words } = parseSearch(parts.join(''))
      expect(parseSearch(words).operators).toEqual([])
    }),
  )
})

test.each([
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['2026-03', '2026-03-01T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-02-29', undefined],
  ['2026-13', undefined],
  ['2026-3', undefined],
  ['0000', undefined],
  ['26', undefined],
  ['yesterday', undefined],
  ['2026-03-31T12:00', undefined],
])('the date %j is %j', (value, date) => {
  expect(parseDate(value)).toBe(date)
})
