import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Viewer } from '../../core/viewer.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useFailureToast } from '../../ui/feedback/use-failure-toast.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { conversationsQuery, FORMER_MEMBER_NAME, formerConversationsQuery } from './queries.ts'
import { UnreadPill } from './unread-messages.tsx'

interface Props {
  viewer: Viewer
  selected: string | undefined
  onSearch: () => void
}

export function ConversationList({ viewer, selected, onSearch }: Props) {
  const list = useInfiniteQuery(conversationsQuery())
  useFailureToast(list.isError, 'Failed to load conversations')
  if (list.isPending)
    return (
      <div className="md:px-4">
        <RowListSkeleton count={5} label="Loading conversations" />
      </div>
    )
  const conversations = list.data?.pages.flatMap(({ items }) => items) ?? []
  if (conversations.length === 0 && !list.isError) return <NoConversations onSearch={onSearch} />
  return (
    <>
      <ul className="max-md:-mx-4">
        {conversations.map(({ with: other, last_message: last, unread_count }) => (
          <li key={other.id} data-list-item>
            <Row
              search={{ with: other.username }}
              isOpen={other.username.toLowerCase() === selected?.toLowerCase()}
              name={displayName(other)}
              avatar={{ seed: other.username, src: other.avatar_url }}
              last={last && { ...last, is_own: last.sender_id === viewer.id }}
              unread={unread_count}
            />
          </li>
        ))}
      </ul>
      {list.isError && (
        <div className="md:p-3">
          <ErrorState
            title="Your conversations could not be loaded"
            onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          />
        </div>
      )}
      {!list.isError && <ShowMore list={list} />}
    </>
  )
}

interface RowProps {
  search: { with: string } | { former: string }
  isOpen: boolean
  name: string
  avatar: { name?: string; seed: string; src?: string | null }
  last: { created_at: string; excerpt: string; is_own: boolean } | null
  unread?: number
}

function Row({ search, isOpen, name, avatar, last, unread = 0 }: RowProps) {
  return (
    <Link
      to="/messages"
      search={search}
      activeOptions={{ exact: true }}
      aria-current={isOpen ? 'page' : undefined}
      className="flex min-h-17 items-center gap-3 border-b border-line px-4 py-2.5 -outline-offset-2 hover:bg-raised aria-[current=page]:bg-act-ground"
    >
      <Avatar name={name} size="md" {...avatar} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <b dir="auto" className="line-clamp-2 text-left leading-tight font-semibold wrap-anywhere">
            {name}
          </b>
          {last && <ShortTime iso={last.created_at} className="flex-none text-xs text-muted" />}
        </span>
        <span className="flex items-center justify-between gap-3">
          <span dir="auto" className={`truncate text-sm ${unread > 0 ? 'text-text' : 'text-muted'}`}>
            {last?.is_own && 'You: '}
            {last?.excerpt}
          </span>
          <UnreadPill count={unread} className="flex-none" />
        </span>
      </span>
    </Link>
  )
}

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
}

function ShowMore({ list }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
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
  )
}

function NoConversations({ onSearch }: { onSearch: () => void }) {
  return (
    <EmptyState
      icon="icon-mail"
      title="No conversations yet"
      action={
        <Button icon="icon-search" onClick={onSearch}>
          Find a member
        </Button>
      }
    >
      Start one from a member’s profile, or search for members here.
    </EmptyState>
  )
}

export function FormerList({ selected }: { selected: string | undefined }) {
  const list = useInfiniteQuery(formerConversationsQuery())
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (list.isLoadingError)
    return (
      <div className="md:p-3">
        <ErrorState
          title="Conversations with former members could not be loaded"
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
        With former members
      </h2>
      <ul className="max-md:-mx-4">
        {items.map(({ id, last_message }) => (
          <li key={id}>
            <Row
              search={{ former: id }}
              isOpen={id === selected}
              name={FORMER_MEMBER_NAME}
              avatar={{ name: '?', seed: id }}
              last={last_message}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}
