import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode, useId, useState } from 'react'
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
export function ListBoundary(props: Props) {
  return <Boundary key={JSON.stringify(props.query.queryKey)} {...props} />
}

/** For the loader of a list that has a boundary. */
export function leaveToList(): undefined {}

function Boundary({ query: { queryKey }, failure, kept, children }: Props) {
  const id = useId()
  const queryClient = useQueryClient()
  const hasFailed = () => queryClient.getQueryState(queryKey)?.status === 'error'
  // The server renders no boundary of errors; the browser takes over what its page says.
  const [isLost, setLost] = useState(() =>
    typeof document === 'undefined' ? hasFailed() : document.getElementById(id) !== null,
  )
  const [attempt, setAttempt] = useState(0)
  const retry = async () => {
    await queryClient.refetchQueries({ queryKey, exact: true })
    setLost(false)
    setAttempt(attempt + 1)
  }
  const said = (
    <div id={id}>
      {kept}
      <div className="mt-4">
        <Failed key={attempt} title={failure} onRetry={retry} />
      </div>
    </div>
  )
  if (isLost) return said
  return (
    // A bug in the list is no failure to load it, and of a broken line the whole page speaks.
    <Catch key={attempt} isOurs={(error) => hasFailed() && !isUnreachable(error)} instead={said}>
      {children}
    </Catch>
  )
}

function Failed({ title, onRetry }: { title: string; onRetry: () => Promise<void> }) {
  const [isTrying, setTrying] = useState(false)
  return (
    <ErrorState
      title={title}
      pending={isTrying}
      onRetry={() => {
        setTrying(true)
        void onRetry()
      }}
    >
      Please try again in a moment.
    </ErrorState>
  )
}

interface CatchProps {
  isOurs: (error: unknown) => boolean
  instead: ReactNode
  children: ReactNode
}

class Catch extends Component<CatchProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { isOurs, instead, children } = this.props
    if (!('error' in this.state)) return children
    if (isOurs(this.state.error)) return instead
    throw this.state.error
  }
}
