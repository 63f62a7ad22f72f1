import type { VoteType } from './contract.ts'

export type Direction = 1 | -1

/** Returns the vote after a press. Pressing the same direction again removes the vote. */
export function nextVote(current: VoteType, direction: Direction): VoteType {
  return current === direction ? 0 : direction
}

export function scoreDifference(before: VoteType, after: VoteType): number {
  return after - before
}
