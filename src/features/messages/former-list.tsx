import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import type { FormerConversation } from './former-contract.ts'
import { formerList, SOMEBODY } from './former-queries.ts'

/** Conversations with members who have left, below the others: nothing new comes there. */
export function FormerList({ selected }: { selected: string | undefined }) {
  const list = useInfiniteQuery(formerList())
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isLoadingError)
    return (
      <div className="md:p-3">
        <ErrorState
          title="Conversations with members who have left could not be loaded"
          pending={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      </div>
    )
  if (items.length === 0) return null
  return (
    <section aria-labelledby="former-conversations">
      <h2
        id="former-conversations"
        className="mt-6 mb-1 font-sans text-sm font-semibold tracking-normal text-muted md:px-4"
      >
        With members who have left
      </h2>
      <ul className="max-md:-mx-4">
        {items.map((conversation) => (
          <li key={conversation.id}>
            <Row conversation={conversation} isOpen={conversation.id === selected} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="p-3">
          <Button
            kind="quiet"
            className="w-full"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

function Row({ conversation, isOpen }: { conversation: FormerConversation; isOpen: boolean }) {
  const { id, last_message: last } = conversation
  return (
    <Link
      to="/messages"
      search={{ former: id }}
      activeOptions={{ exact: true }}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-17 items-center gap-3 border-b border-line px-4 py-2.5 -outline-offset-2 hover:bg-raised aria-[current=page]:bg-act-ground"
    >
      <Avatar name="?" seed={id} size="md" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <b className="leading-tight font-semibold">{SOMEBODY}</b>
          <ShortTime iso={last.created_at} className="flex-none text-xs text-muted" />
        </span>
        <span dir="auto" className="block truncate text-sm text-muted">
          {last.is_own && 'You: '}
          {last.excerpt}
        </span>
      </span>
    </Link>
  )
}
