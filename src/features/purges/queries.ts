import { api } from '../../api/core/client.ts'
import type { PurgeState } from './policy.ts'

const ASK_AGAIN_MS = 1000

/** The latest purge of a member; asked for again while it, or its undoing, goes on. */
export function purgeQuery(username: string) {
  return api.purges.read.queryOptions({
    input: { username },
    staleTime: 0,
    refetchInterval: ({ state }) => isUnderWay(state.data?.purge?.state) && ASK_AGAIN_MS,
  })
}

/** What a purge would take now. Counted when it is asked for, and never from before. */
export function purgePreviewQuery(username: string) {
  return api.purges.create.queryOptions({
    input: { username, dry_run: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

export function isUnderWay(state: PurgeState | undefined): boolean {
  return state === 'purging' || state === 'restoring'
}
