import { api } from '../../api/core/client.ts'
import type { LogSearch } from './search-params.ts'

/** The page of the log that an address asks for, which has been checked (search-params.ts). */
export function logQuery({ cursor, ...filters }: LogSearch) {
  return api.moderationActions.list.queryOptions({
    input: { ...filters, ...(cursor && { cursor: Number(cursor) }) },
  })
}
