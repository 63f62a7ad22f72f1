import { api } from '../../api/core/client.ts'
import { ACTION_NAMES } from './policy.ts'
import { isOneEntry, type LogSearch } from './search-params.ts'

/** The page of the log that an address asks for; of a kind of action that there is not, of all. */
export function logQuery(search: LogSearch) {
  const { action, cursor, ...filters } = search
  const isKnown = isOneEntry(search) || ACTION_NAMES.some((name) => name === action)
  return api.moderationActions.list.queryOptions({
    input: { ...filters, ...(isKnown && action && { action }), ...(cursor && { cursor: Number(cursor) }) },
  })
}
