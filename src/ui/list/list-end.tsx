import { Button } from '../button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'

interface Props {
  /** The result of useInfiniteQuery. */
  list: {
    data: unknown
    isError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
    refetch: () => unknown
  }
  failure: string
}

/** Shows a button to load more items or, after an error, to retry. For lists that need script. */
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
