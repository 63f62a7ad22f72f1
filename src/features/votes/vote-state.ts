import type { VoteType } from './contract.ts'

export type Direction = 1 | -1

/** The same direction again takes the vote back; the opposite one replaces it. */
export function pressed(current: VoteType, direction: Direction): VoteType {
  return current === direction ? 0 : direction
}

/** What a change of vote does to the score. */
export function difference(before: VoteType, after: VoteType): number {
  return after - before
}
