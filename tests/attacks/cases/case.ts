import type { World } from '../../world.ts'

/** A test case: a valid call, and the newly created content that it reads or changes. */
export interface Case {
  input: unknown
  /** Text, preferably an id, that a response only contains if it returns the content. Required for reads. */
  shows?: string
  /** Removes the content, if it would affect other test cases. */
  undo?: () => Promise<unknown>
}

/** Functions that create a test case, by row of authorisation-table.ts. Each call creates new content. */
export type Cases = Record<string, (world: World) => Promise<Case>>
