import { Announcement, listGrowthText } from '../feedback/announcement.tsx'
import { toastError } from '../feedback/toast.ts'

interface Props {
  /** The result of useSuspenseInfiniteQuery. */
  list: {
    data: { pages: { items: unknown[]; next: string | null }[] }
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>
  }
  label: string
  hrefOf: (next: string) => string
  /** Title of the toast if loading fails. */
  failure: string
}

/** A link to the next page. With script, it appends that page to this one. */
export function ShowMore({ list, label, hrefOf, failure }: Props) {
  const { pages } = list.data
  const next = pages.at(-1)?.next
  const show = async () => {
    const { isFetchNextPageError } = await list.fetchNextPage()
    if (isFetchNextPageError) toastError(failure, 'Please try again later')
  }
  return (
    <>
      <Announcement>{listGrowthText(pages, 'entries')}</Announcement>
      {next && (
        <a
          href={hrefOf(next)}
          rel="next"
          aria-busy={list.isFetchingNextPage || undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
            event.preventDefault()
            if (!list.isFetchingNextPage) void show()
          }}
          className="page-link"
        >
          {list.isFetchingNextPage ? 'Loading…' : label}
        </a>
      )}
    </>
  )
}
