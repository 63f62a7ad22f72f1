import { api } from '../../api/core/client.ts'
import { EVENTS_AMONG_OTHERS } from './policy.ts'

export type When = 'upcoming' | 'past'

export function eventPages(when: When) {
  return api.events.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ when, ...(cursor && { cursor }) }),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

export function fewEvents(when: When) {
  return api.events.list.queryOptions({ input: { when, limit: EVENTS_AMONG_OTHERS } })
}
