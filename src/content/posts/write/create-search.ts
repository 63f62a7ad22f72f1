import { isUuid } from '../../../platform/uuid.ts'

export interface CreateSearch {
  concept?: string | undefined
  draft?: string | undefined
}

export function createSearch({ concept, draft }: Record<string, unknown>): CreateSearch {
  return { ...(isUuid(concept) && { concept }), ...(isUuid(draft) && { draft }) }
}
