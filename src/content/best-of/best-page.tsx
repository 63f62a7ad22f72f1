import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { AuthorLine } from '../../shared/authors/author-line.tsx'
import { postHref } from '../../shared/branding/item-address.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Count } from '../../ui/format/count.tsx'
import { calendarDate } from '../../ui/format/relative-time.ts'
import { Icon } from '../../ui/icon.tsx'
import { pointsText } from '../votes/points.ts'
import type { BestOfPeriod } from './contract.ts'

export function BestPage() {
  return (
    <>
      <h1 className="text-2xl">Best Of</h1>
      <p className="mt-1 text-muted">The top-voted posts of each month and year.</p>
      <ListBoundary query={bestQuery()} failure="The best posts could not be loaded">
        <Periods />
      </ListBoundary>
    </>
  )
}

function Periods() {
  const { items } = useSuspenseQuery(bestQuery()).data
  return (
    <>
      {items.length === 0 && (
        <EmptyState
          icon="icon-award"
          title="No content available yet"
          action={
            <ButtonLink to="/forum" kind="quiet">
              Browse Posts
            </ButtonLink>
          }
        >
          Posts that members vote for will appear here.
        </EmptyState>
      )}
      {(['month', 'year'] as const).map((period) => (
        <div key={period} className="grid gap-x-14 lg:grid-cols-2">
          {items
            .filter((best) => best.period === period)
            .map((best) => (
              <Period key={best.begin} best={best} />
            ))}
        </div>
      ))}
    </>
  )
}

function Period({ best: { period, begin, posts } }: { best: BestOfPeriod }) {
  return (
    <section aria-labelledby={`${period}-${begin}`} className="mt-10">
      <h2 id={`${period}-${begin}`} className="border-b border-line pb-2.5 text-xl">
        {nameOf(period, begin)}
      </h2>
      <ol>
        {posts.map((post, index) => (
          <BestPost key={post.id} post={post} place={index + 1} />
        ))}
      </ol>
    </section>
  )
}

/** Returns the period's name, for example "October 2026" or "2026". */
function nameOf(period: BestOfPeriod['period'], begin: string): string {
  const words = calendarDate(begin).split(' ')
  return words.slice(period === 'month' ? 1 : 2).join(' ')
}

function BestPost({ post, place }: { post: BestOfPeriod['posts'][number]; place: number }) {
  return (
    <li data-list-item className="grid grid-cols-[1.75rem_minmax(0,1fr)] border-b border-line py-3.5">
      <span aria-hidden="true" className="font-serif text-lg leading-snug text-act tabular-nums">
        {place}
      </span>
      <div className="grid gap-1">
        <h3 dir="auto" className="text-lg leading-snug">
          <a href={postHref(post)} className="card-title">
            {post.title}
          </a>
        </h3>
        <div className="post-meta">
          <AuthorLine author={post.author} />
          <span>{pointsText(post.votes_score)}</span>
          <span>
            <Icon icon="icon-message-circle" />
            <Count value={post.comment_count} />
            <span className="sr-only"> comments</span>
          </span>
        </div>
      </div>
    </li>
  )
}

export function bestQuery() {
  return api.best.list.queryOptions()
}
