import { isUuid } from '../../../platform/uuid.ts'

export interface CreateSearch {
  /** The concept that the post is about, for who comes from its page. */
  concept?: string | undefined
  /** Which of the posts that were begun on this device; another one without. */
  draft?: string | undefined
}

export function createSearch({ concept, draft }: Record<string, unknown>): CreateSearch {
  return { ...(isUuid(concept) && { concept }), ...(isUuid(draft) && { draft }) }
}
