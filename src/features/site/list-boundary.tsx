import {
  type FetchInfiniteQueryOptions,
  type FetchQueryOptions,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { CatchBoundary, notFound } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { errorCode, isUnreachable } from '../../api/core/api-error.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { mayBeOnDevice } from './kept-page.ts'

interface Props {
  /** What the list below suspends on, with all its options, and its page has tried to load. */
  query: { queryKey: QueryKey }
  /** "The posts could not be loaded". */
  failure: string
  /** The title of a toast that says so as well. */
  toast?: string
  /** Shown above the message: what is known of the page without its data. */
  heading?: ReactNode
  children: ReactNode
}

/**
 * Around a list: when it cannot be loaded it says so in its place, and offers to try again; the rest of the page stays.
 * Its route leaves a failure to it (`.catch(leaveToList)`). On the server the page then says 5xx (page.server.tsx).
 */
export function ListBoundary({ query, failure, toast, heading, children }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const list = JSON.stringify(query.queryKey)
  // The server renders no boundary of errors; the browser takes over what its page says.
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
    // The browser knows nothing of a query that failed on the server, so not by its key. The list comes back when all of
    // it is there: it would suspend, and the skeleton of the route take the place of the page.
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

/** Until the message stands there. A bug is left to the page, and so is a page that the service worker may have. */
function Lost({ error }: { error: unknown }): ReactNode {
  const isFailedLoad = errorCode(error) || (isUnreachable(error) && !mayBeOnDevice())
  if (!isFailedLoad) throw error
  return null
}

/** For the loader of a list that has a boundary. */
export function leaveErrorToBoundary(): undefined {}

/** The same for the one thing that a page is about. One that does not exist has another page. */
export function leaveFailureToBoundary(error: unknown): undefined {
  if (errorCode(error) === 'NOT_FOUND') throw notFound()
}
