import { expect, test } from 'vitest'
import { parseQuery, writeQuery } from './query-string.ts'

test('what looks like a number or JSON stays the text that was typed', () => {
  for (const search of ['1e3', '007', 'true', '"quoted"', '{"a":1}', 'a,b', '50% & more', '意識', '#tag']) {
    expect(parseQuery(writeQuery({ search }))).toEqual({ search })
  }
})

test('lists are written with commas, empty values not at all', () => {
  expect(writeQuery({ concepts: ['a', 'b'], search: '', sort: undefined })).toBe('?concepts=a,b')
  expect(writeQuery({ concepts: [] })).toBe('')
})

test('broken encodings do not throw', () => {
  expect(parseQuery('?search=%E0%A4%A&=x&&a')).toMatchObject({ a: '' })
})
