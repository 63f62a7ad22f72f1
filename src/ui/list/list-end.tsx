import { Button } from '../button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'

interface Props {
  /** What useInfiniteQuery answers. */
  list: {
    data: unknown
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  /** Said when the list, or more of it, could not be loaded. */
  failure: string
}

/** Below a list that only its viewer sees, or that script alone makes longer: the way to more, or to try again. */
export function ListEnd({ list, failure }: Props) {
  if (list.isError)
    return (
      <ErrorState title={failure} onRetry={() => void (list.data ? list.fetchNextPage() : list.refetch())} />
    )
  if (!list.hasNextPage) return null
  return (
    <Button
      kind="quiet"
      className="my-5 w-full"
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
