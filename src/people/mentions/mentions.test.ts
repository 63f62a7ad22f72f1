import { expect, test } from 'vitest'
import { findAuthors, matchesName } from './mention-suggestions.ts'

const person = (username: string, full_name: string | null = null) => ({
  id: crypto.randomUUID(),
  username,
  full_name,
  avatar_url: null,
})

test.each(['mar', 'OK', 'Óko', 'mara-o'])('"%s" begins a name of Mara Okonkwo', (typed) => {
  expect(matchesName(person('mara-okonkwo', 'Mara Okonkwo'), typed)).toBe(true)
})

test.each(['ara', 'konk', 'x'])('"%s" does not', (typed) => {
  expect(matchesName(person('mara', 'Mara Okonkwo'), typed)).toBe(false)
})

test('authors are found in pages of a list, and in who is answered', () => {
  const [one, two] = [person('one'), person('two')]
  const pages = {
    pages: [{ items: [{ author: one, answered: { author: two } }, { author: null }], next: null }],
  }
  expect(findAuthors(pages).map(({ username }) => username)).toEqual(['one', 'two'])
})
