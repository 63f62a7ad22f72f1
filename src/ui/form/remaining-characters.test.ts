import { expect, it } from 'vitest'
import { remainingCharactersText } from './remaining-characters.ts'

it.each([
  [0, ''],
  [449, ''],
  [450, 'No more than 50 characters left'],
  [489, 'No more than 50 characters left'],
  [490, 'No more than 10 characters left'],
  [499, 'No more than 10 characters left'],
  [500, 'You’ve reached the limit of 500 characters'],
  [501, 'Too long: the limit is 500 characters'],
  [900, 'Too long: the limit is 500 characters'],
])('at %i of 500 characters says "%s"', (used, words) => {
  expect(remainingCharactersText(used, 500)).toBe(words)
})
