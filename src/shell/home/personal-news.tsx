import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Score } from '../../content/posts/card/score.tsx'
import { api } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import { FirstSteps } from '../../people/first-steps/first-steps.tsx'
import { useFirstSteps } from '../../people/first-steps/use-first-steps.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { postParams } from '../../shared/branding/item-address.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Count } from '../../ui/format/count.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { ShortTime } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { NewsEntry } from './contract.ts'
import { NEW_MARK, recentPosts } from './recent-discussions.tsx'

interface PersonalNewsProps {
  viewer: Viewer
  /** Placeholder until all parts have loaded, so that the layout doesn't shift. */
  waiting: ReactNode
}

export function PersonalNews({ viewer, waiting }: PersonalNewsProps) {
  const steps = useFirstSteps(viewer.id)
  const news = useQuery({ ...api.news.list.queryOptions(), staleTime: 0 })
  if (steps.isWaiting || news.isPending) return waiting
  return (
    <div className="mt-10 grid grid-cols-[minmax(0,1fr)] content-start gap-10 min-[75rem]:min-h-240">
      {steps.state && <FirstSteps state={steps.state} dismiss={steps.dismiss} />}
      <SinceLastVisit items={news.data?.items} onRetry={() => void news.refetch()} />
    </div>
  )
}

interface Props {
  /** News of the member. Undefined if loading failed. */
  items: NewsEntry[] | undefined
  onRetry: () => void
}

/** Lists discussions with new comments, then unread posts. Omits those that the page already lists above. */
function SinceLastVisit({ items, onRetry }: Props) {
  const { data: recent } = useQuery(recentPosts())
  const above = new Set(recent?.items.map(({ id }) => id))
  const others = items?.filter(({ id }) => !above.has(id))
  return (
    <section aria-labelledby="since-last-visit">
      <h2 id="since-last-visit" className="border-b border-line pb-3 text-xl">
        Since your last visit
      </h2>
      {!items || !others ? (
        <ErrorState title="New activity could not be loaded" onRetry={onRetry} />
      ) : items.length === 0 ? (
        <NothingNew />
      ) : others.length === 0 ? (
        <p className="py-4 text-muted">Everything new is in the recent discussions above.</p>
      ) : (
        <ul>
          {others.map((item) => (
            <NewsItem key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

function NothingNew() {
  return (
    <div className="flex gap-4 py-6">
      <Icon icon="icon-check" className="mt-0.5 size-6 flex-none text-act" />
      <div>
        <h3 dir="auto" className="font-serif text-lg">
          You’re all caught up
        </h3>
        <p className="mt-1 text-muted">New posts appear here, and new comments in discussions you’ve read.</p>
      </div>
    </div>
  )
}

function NewsItem({ item }: { item: NewsEntry }) {
  const { author } = item
  const hash = item.unread > 0 ? 'comments' : ''
  return (
    <li data-list-item className="border-b border-line py-4">
      <h3 className="font-serif text-lg leading-snug">
        <Link to="/post/$id/{-$slug}" params={postParams(item)} hash={hash} className="hover:text-act">
          {item.title}
        </Link>
      </h3>
      <p dir="auto" className="mt-1 line-clamp-2 text-muted">
        {item.preview}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <span className={NEW_MARK}>
          {item.unread > 0 ? `${formatNumber(item.unread)} new` : 'New post'}
          {item.unread > 0 && <span className="sr-only">{item.unread === 1 ? ' comment' : ' comments'}</span>}
        </span>
        <span className="flex items-center gap-2">
          {author && <Avatar name={displayName(author)} seed={author.username} src={author.avatar_url} />}
          {author ? (
            <Link to="/profile/$username" params={{ username: author.username }} className="hover:text-text">
              <bdi>{displayName(author)}</bdi>
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
