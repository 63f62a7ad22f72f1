import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import { useSession } from '../accounts/session/session.tsx'
import { batchViewerState } from './batch.ts'
import type { ViewerStateOf } from './contract.ts'
import type { Target } from './policy.ts'

/**
 * What only the viewer sees of a post, a comment, a note or a member: their vote, bookmark or like, whether they follow,
 * what they may do with it. Undefined for a guest and until it has arrived. Many at once are one call.
 */
export function useViewerState<T extends Target>(target: T, id: string): ViewerStateOf[T] | undefined {
  // A page is rendered as a visitor's. A query for each of a hundred comments was a twelfth of the time of it.
  // biome-ignore lint/correctness/useHookAtTopLevel: the same in every rendering of a build
  return import.meta.env.SSR ? undefined : useStateQuery(target, id)
}

function useStateQuery<T extends Target>(target: T, id: string): ViewerStateOf[T] | undefined {
  const { viewer } = useSession()
  const { data } = useQuery({ ...viewerStateQuery(viewer?.id ?? '', target, id), enabled: viewer !== null })
  return viewer ? data : undefined
}

/** Reads and changes the viewer's mark of one thing, before or after the server has heard of it. */
export function useViewerStateStore<T extends Target>(target: T, id: string) {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const query = viewerStateQuery(viewer?.id ?? '', target, id)
  return {
    /** Waits for it if need be. Where it cannot be had, nothing is marked as far as we know. */
    read: () => queryClient.ensureQueryData(query).catch(() => undefined),
    change: (change: Partial<ViewerStateOf[T]>) => changeViewerState(queryClient, query.queryKey, change),
  }
}

function viewerStateQuery<T extends Target>(viewerId: string, target: T, id: string) {
  return {
    // Begins as the API's own keys do: whatever is private is forgotten when the viewer changes.
    queryKey: [['viewerState', target, id], viewerId],
    queryFn: () => load(target, id),
  }
}

function changeViewerState<T extends Target>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: Partial<ViewerStateOf[T]>,
): void {
  const mark = queryClient.getQueryData<ViewerStateOf[T]>(queryKey)
  if (mark) queryClient.setQueryData(queryKey, { ...mark, ...change })
}

/** One for the whole page: what all its parts ask for in one go is one call. */
const load = batchViewerState(client.viewerState)
