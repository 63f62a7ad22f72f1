import { isUuid } from '../../../platform/uuid.ts'

export interface CreateSearch {
  /** Id of a concept to preselect. */
  concept?: string | undefined
  /** Id of a draft on this device. */
  draft?: string | undefined
}

export function createSearch({ concept, draft }: Record<string, unknown>): CreateSearch {
  return { ...(isUuid(concept) && { concept }), ...(isUuid(draft) && { draft }) }
}
