import { expect, test } from 'vitest'
import { nextVote, scoreDifference } from './vote-state.ts'

test.each([
  ['none', 0, 1, 1, 1],
  ['none', 0, -1, -1, -1],
  ['up', 1, 1, 0, -1],
  ['up', 1, -1, -1, -2],
  ['down', -1, -1, 0, 1],
  ['down', -1, 1, 1, 2],
] as const)(
  'from %s (%i), pressing %i leads to %i and moves the score by %i',
  (_, before, press, after, move) => {
    expect(nextVote(before, press)).toBe(after)
    expect(scoreDifference(before, after)).toBe(move)
  },
)
