import { expect, it } from 'vitest'
import { DESTINATIONS, isCurrentDestination } from './destinations.ts'

it.each([
  ['/', 'Home'],
  ['/forum', 'Posts'],
  ['/posts/top', 'Posts'],
  ['/posts/latest', 'Posts'],
  ['/post/0199b3c4', 'Posts'],
  ['/concepts/ethics', 'Concepts'],
  ['/messages', 'Messages'],
])('highlights on %s only %s', (path, label) => {
  expect(
    DESTINATIONS.filter((destination) => isCurrentDestination(destination, path)).map((d) => d.label),
  ).toEqual([label])
})

it('highlights nothing on pages outside of the sidebar', () => {
  expect(DESTINATIONS.filter((destination) => isCurrentDestination(destination, '/notes-of-others'))).toEqual(
    [],
  )
  expect(DESTINATIONS.filter((destination) => isCurrentDestination(destination, '/auth'))).toEqual([])
})
