import { commentsHref } from './comments-view.ts'
import type { CommentSort } from './policy.ts'

const LABELS: [CommentSort, string][] = [
  ['oldest', 'Oldest'],
  ['newest', 'Newest'],
  ['best', 'Best'],
]

/** In which order the comments stand: addresses, so that the page can be shared as it is read. */
export function CommentOrder({ postId, sort = 'oldest' }: { postId: string; sort: CommentSort | undefined }) {
  return (
    <nav aria-label="Order of comments" className="-mr-2 flex text-sm font-medium text-muted">
      {LABELS.map(([each, label]) => (
        <a
          key={each}
          href={commentsHref(postId, { sort: each })}
          aria-current={each === sort ? 'page' : undefined}
          className="flex min-h-11 items-center px-2 hover:text-text aria-[current=page]:text-text aria-[current=page]:underline decoration-act decoration-2 underline-offset-8"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
