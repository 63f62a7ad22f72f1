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
  /** The query of the list, which the loader has tried to load. */
  query: { queryKey: QueryKey }
  /** For example "The posts could not be loaded". */
  failure: string
  /** Title of an additional toast. */
  toast?: string
  /** Shown above the message. */
  heading?: ReactNode
  children: ReactNode
}

/**
 * Replaces a list that cannot be loaded with a message and a button. The rest of the page stays. The route's
 * loader must catch the error (`.catch(leaveErrorToBoundary)`). On the server, the page then has status 5xx
 * (page.server.tsx).
 */
export function ListBoundary({ query, failure, toast, heading, children }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const list = JSON.stringify(query.queryKey)
  // The server does not render error boundaries, so the browser reads the failure from the HTML.
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
    // Fetches with the whole query, because the browser's cache lacks a query that failed on the server. The
    // list must not mount before its data is loaded, or it would suspend the whole page.
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

/** Rethrows bugs, and failures of pages that the service worker may have cached. The page handles these. */
function Lost({ error }: { error: unknown }): ReactNode {
  const isFailedLoad = errorCode(error) || (isUnreachable(error) && !canBeCached())
  if (!isFailedLoad) throw error
  return null
}

/** For the loader of a list in a ListBoundary. */
export function leaveErrorToBoundary(): undefined {}

/** For the loader of a page's main item. A missing item is a 404. */
export function leaveFailureToBoundary(error: unknown): undefined {
  if (errorCode(error) === 'NOT_FOUND') throw notFound()
}
