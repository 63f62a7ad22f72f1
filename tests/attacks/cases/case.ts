import type { World } from '../../world.ts'

/** A valid call, and the newly created content that it reads or changes. */
export interface Case {
  input: unknown
  /** Text, preferably an id, that a response only contains if it returns the content. Required for reads. */
  shows?: string
  /** Removes the content, if it would affect other cells. */
  undo?: () => Promise<unknown>
}

/** Functions that create a case, by the row's name in the table. Each call creates new content. */
export type Cases = Record<string, (world: World) => Promise<Case>>
