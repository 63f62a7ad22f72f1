import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { CatchBoundary, notFound } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { errorCode, isUnreachable } from '../../core/api-error.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { canBeCached } from './crash-page.tsx'

interface Props {
  /** The list's query, which the route's loader has already tried to load. */
  query: { queryKey: QueryKey }
  /** Title of the error message, for example "The posts could not be loaded". */
  failure: string
  /** Title of a toast that is shown in addition to the error message. */
  toast?: string
  /** Shown above the error message. */
  heading?: ReactNode
  children: ReactNode
}

/**
 * Replaces a list that cannot be loaded with an error message and a retry button, without affecting the rest
 * of the page. The route's loader must catch the error (`.catch(leaveErrorToBoundary)`). If loading fails on
 * the server, the page gets status 5xx (page.server.tsx).
 */
export function ListBoundary({ query, failure, toast, heading, children }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const list = JSON.stringify(query.queryKey)
  // The server cannot render error boundaries, so the browser detects the failed list in the server's HTML.
  const [lost, setLost] = useState(() =>
    (
      typeof document === 'undefined'
        ? queryClient.getQueryState(query.queryKey)?.status === 'error'
        : document.getElementById(id)
    )
      ? list
      : '',
  )
  const [isTrying, setTrying] = useState(false)
  useFailureToast(toast !== undefined && lost === list, toast ?? '')
  const retry = async () => {
    setTrying(true)
    // The browser's cache lacks a query that failed on the server, so this passes all query options. The list
    // must not mount before its data is loaded, or it would suspend the whole page.
    const trial =
      'initialPageParam' in query
        ? queryClient.fetchInfiniteQuery(query as FetchInfiniteQueryOptions)
        : queryClient.fetchQuery(query as FetchQueryOptions)
    await trial.then(() => setLost(''), leaveErrorToBoundary)
    setTrying(false)
  }
  if (lost === list)
    return (
      <div id={id}>
        {heading}
        <ErrorState title={failure} pending={isTrying} onRetry={retry}>
          Please try again in a moment.
        </ErrorState>
      </div>
    )
  return (
    <CatchBoundary getResetKey={() => list} errorComponent={Lost} onCatch={() => setLost(list)}>
      {children}
    </CatchBoundary>
  )
}

/** Shows a failed request. Rethrows bugs, and network errors on pages that may be cached offline. */
function Lost({ error }: { error: unknown }): ReactNode {
  const isFailedLoad = errorCode(error) || (isUnreachable(error) && !canBeCached())
  if (!isFailedLoad) throw error
  return null
}

/** Swallows a loader's error, so that the ListBoundary around the list shows it. */
export function leaveErrorToBoundary(): undefined {}

/** Swallows a loader's error, so that the boundary shows it. Turns a missing main item into a 404. */
export function leaveFailureToBoundary(error: unknown): undefined {
  if (errorCode(error) === 'NOT_FOUND') throw notFound()
}
