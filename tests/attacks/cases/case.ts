import type { World } from '../../world.ts'

/** New content, and a valid call that reads or changes it. */
export interface Case {
  input: unknown
  /** Text, preferably an id, whose presence in a response shows that the content was returned. Required for reads. */
  shows?: string
  /** Cleans up if the content would affect other cells. */
  undo?: () => Promise<unknown>
}

/** By the row's name in the table. Each call creates new content. */
export type Cases = Record<string, (world: World) => Promise<Case>>
