import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../core/client.ts'
import { useSession } from '../session/session.tsx'
import { batchViewerState } from './batch.ts'
import type { ViewerStateOf } from './contract.ts'
import type { ViewerStateTarget } from './policy.ts'

/** Returns the viewer's vote, bookmark, like, follow and rights. Undefined for guests and while loading. */
export function useViewerState<T extends ViewerStateTarget>(
  target: T,
  id: string,
): ViewerStateOf[T] | undefined {
  // The server renders as a guest. Queries for a hundred comments took a twelfth of the rendering time.
  // biome-ignore lint/correctness/useHookAtTopLevel: constant within a build
  return import.meta.env.SSR ? undefined : useStateQuery(target, id)
}

function useStateQuery<T extends ViewerStateTarget>(target: T, id: string): ViewerStateOf[T] | undefined {
  const { viewer } = useSession()
  const { data } = useQuery({ ...viewerStateQuery(viewer?.id ?? '', target, id), enabled: viewer !== null })
  return viewer ? data : undefined
}

export function useViewerStateStore<T extends ViewerStateTarget>(target: T, id: string) {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const query = viewerStateQuery(viewer?.id ?? '', target, id)
  return {
    /** Loads the state. Resolves to undefined on failure. */
    read: () => queryClient.ensureQueryData(query).catch(() => undefined),
    change: (change: Partial<ViewerStateOf[T]>) => changeViewerState(queryClient, query.queryKey, change),
  }
}

function viewerStateQuery<T extends ViewerStateTarget>(viewerId: string, target: T, id: string) {
  return {
    // The key starts like those of private API queries, which are removed when the viewer changes.
    queryKey: [['viewerState', target, id], viewerId],
    queryFn: () => load(target, id),
  }
}

function changeViewerState<T extends ViewerStateTarget>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  change: Partial<ViewerStateOf[T]>,
): void {
  const mark = queryClient.getQueryData<ViewerStateOf[T]>(queryKey)
  if (mark) queryClient.setQueryData(queryKey, { ...mark, ...change })
}

const load = batchViewerState(client.viewerState)
