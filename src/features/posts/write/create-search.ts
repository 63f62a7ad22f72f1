import { isUuid } from '../../../platform/uuid.ts'

export interface CreateSearch {
  /** The concept that the post is about, for who comes from its page. */
  concept?: string | undefined
}

export function createSearch({ concept }: Record<string, unknown>): CreateSearch {
  return isUuid(concept) ? { concept } : {}
}
