import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../api/core/client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Count } from '../../ui/format/count.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { displayName } from '../authors/display-name.ts'
import { Score } from '../posts/card/score.tsx'
import type { News } from './contract.ts'

interface Props {
  /** What holds the place of the children until it is known where that is: nothing moves. */
  waiting: ReactNode
  children: ReactNode
}

/** What has happened in discussions that the member reads, and what is there to read for the first time. */
export default function SinceLastVisit({ waiting, children }: Props) {
  const { data, isPending, refetch } = useQuery({ ...api.news.list.queryOptions(), staleTime: 0 })
  return (
    <>
      <section aria-labelledby="since-last-visit" className="mb-10">
        <h2 id="since-last-visit" className="border-b border-line pb-3 text-xl">
          Since your last visit
        </h2>
        {data ? (
          <NewsList items={data.items} />
        ) : isPending ? (
          <NewsSkeleton />
        ) : (
          <ErrorState title="What is new could not be loaded" onRetry={() => void refetch()} />
        )}
      </section>
      {isPending ? waiting : children}
    </>
  )
}

function NewsList({ items }: { items: News[] }) {
  if (items.length === 0) return <NothingNew />
  return (
    <ul>
      {items.map((item) => (
        <NewsItem key={item.id} item={item} />
      ))}
    </ul>
  )
}

function NothingNew() {
  return (
    <div className="flex gap-4 py-6">
      <Icon icon="icon-check" className="mt-0.5 size-6 flex-none text-act" />
      <div>
        <h3 className="font-serif text-lg">You have seen everything</h3>
        <p className="mt-1 text-muted">
          New comments in discussions that you have read appear here, and new posts until you have opened
          them.
        </p>
      </div>
    </div>
  )
}

function NewsItem({ item }: { item: News }) {
  const { author } = item
  const hash = item.unread > 0 ? 'comments' : ''
  return (
    <li data-list-item className="border-b border-line py-4">
      <h3 className="font-serif text-lg leading-snug">
        <Link to="/post/$id" params={{ id: item.id }} hash={hash} className="hover:text-act">
          {item.title}
        </Link>
      </h3>
      <p className="mt-1 line-clamp-2 text-muted">{item.preview}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <span className="font-semibold text-act">
          {item.unread > 0 ? `${formatNumber(item.unread)} new` : 'New post'}
          {item.unread > 0 && <span className="sr-only">{item.unread === 1 ? ' comment' : ' comments'}</span>}
        </span>
        <span className="flex items-center gap-2">
          {author && <Avatar name={displayName(author)} seed={author.username} src={author.avatar_url} />}
          {author ? (
            <Link to="/profile/$username" params={{ username: author.username }} className="hover:text-text">
              {displayName(author)}
            </Link>
          ) : (
            'Anonymous'
          )}
        </span>
        <ShortTime iso={item.created_at} />
        <span className="flex items-center gap-1.5 text-faint">
          <Icon icon="icon-message-circle" className="size-4" />
          <span className="sr-only">Comments:</span>
          <Count value={item.comment_count} />
        </span>
        <Score target="post" id={item.id} value={item.votes_score} />
      </div>
    </li>
  )
}

function NewsSkeleton() {
  return (
    <ul aria-label="Loading what is new" aria-busy="true">
      {Array.from({ length: 3 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are all the same
        <li key={i} className="border-b border-line py-4">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-2 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-48" />
        </li>
      ))}
    </ul>
  )
}
