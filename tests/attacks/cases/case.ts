import type { World } from '../../world.ts'

/** What somebody finds: something fresh, and the valid call that reads or changes it. */
export interface Case {
  input: unknown
  /** A text, best an id, that tells in an answer that the thing is shown. Each operation that reads has it. */
  shows?: string
  /** Puts the world in order afterwards, where the thing would be in the way of others. */
  undo?: () => Promise<unknown>
}

/** By the name of the line in the table. Each call makes another thing. */
export type Cases = Record<string, (world: World) => Promise<Case>>
