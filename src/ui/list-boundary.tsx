import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { isUnreachable } from '../api/refusal.ts'
import { ErrorState } from './error-state.tsx'

interface Props {
  /** What the list below suspends on, and its page has tried to load. */
  query: { queryKey: QueryKey }
  /** "The posts could not be loaded". */
  failure: string
  /** What else would be missing with the list: it stands above the words about it. */
  kept?: ReactNode
  children: ReactNode
}

/**
 * Around a list: when it cannot be loaded it says so in its place, and offers to try again; the rest of the page stays.
 * Its route leaves a failure to it (`.catch(leaveToList)`). On the server the page then says 5xx (page.server.tsx).
 */
export function ListBoundary({ query: { queryKey }, failure, kept, children }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const list = JSON.stringify(queryKey)
  const hasFailed = () => queryClient.getQueryState(queryKey)?.status === 'error'
  // The server renders no boundary of errors; the browser takes over what its page says.
  const [lost, setLost] = useState(() =>
    (typeof document === 'undefined' ? hasFailed() : document.getElementById(id)) ? list : '',
  )
  const [attempt, setAttempt] = useState(0)
  const [isTrying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    await queryClient.refetchQueries({ queryKey, exact: true })
    setTrying(false)
    setLost('')
    setAttempt(attempt + 1)
  }
  const said = (
    <div id={id} className="grid gap-4">
      {kept}
      <ErrorState title={failure} pending={isTrying} onRetry={retry}>
        Please try again in a moment.
      </ErrorState>
    </div>
  )
  if (lost === list) return said
  return (
    <CatchBoundary
      getResetKey={() => list + attempt}
      errorComponent={({ error }) => {
        // A bug in the list is no failure to load it, and of a broken line the whole page speaks.
        if (!hasFailed() || isUnreachable(error)) throw error
        return said
      }}
    >
      {children}
    </CatchBoundary>
  )
}

/** For the loader of a list that has a boundary. */
export function leaveToList(): undefined {}
