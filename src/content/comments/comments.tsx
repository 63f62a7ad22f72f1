import { useInfiniteQuery } from '@tanstack/react-query'
import { waitText } from '../../platform/http/rate.ts'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { ClockTime, DateOnly } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CommentBox } from './comment-box.tsx'
import { CommentList, filterUnlistedComments } from './comment-list.tsx'
import { type CommentsView, commentsHref } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { DiscussionProvider, useDiscussion, useDiscussionOf } from './discussion-context.ts'
import type { CommentSort } from './policy.ts'
import { commentsQuery } from './queries.ts'

interface Props {
  postId: string
  /** Undefined if the post was deleted. */
  postTitle: string | undefined
  postAuthorId: string | undefined
  count: number
  view: CommentsView
  /** True if the post is deleted, so that its comments are read-only. */
  isClosed: boolean
  /** True if a moderator locked the post. Moderators can still comment. */
  isLocked: boolean
  /** Time at which the lock opens by itself. */
  lockedUntil: string | null
  /** Minimum seconds between two comments of a member. */
  slowMode: number | null
}

const LONG = 6

/** Shows the discussion below a post. The route must prefetch `commentsQuery(postId, view)`. */
export function Comments({ count, isLocked, lockedUntil, slowMode, ...discussed }: Props) {
  const { postId, view, isClosed } = discussed
  const { discussion, sent } = useDiscussionOf(discussed)
  // A stored draft stays visible even if the discussion is closed, so that its author can copy the text.
  const hasBox = !isClosed || discussion.drafts.has(`comment:${postId}`)
  return (
    <DiscussionProvider value={discussion}>
      <section aria-labelledby="comments" className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
          <Heading count={count} sent={sent} />
          {count > 1 && (
            <div className="-mr-2 flex flex-wrap text-sm font-medium text-muted">
              <FoldAll />
              <CommentOrder sort={view.sort} />
            </div>
          )}
        </div>
        {isLocked && (
          <p className="flex min-h-11 items-center gap-2 text-muted">
            <Icon icon="icon-ban" />
            {lockedUntil ? (
              <span>
                Locked until <DateOnly iso={lockedUntil} />, <ClockTime iso={lockedUntil} />
              </span>
            ) : (
              'Locked: no new comments'
            )}
          </p>
        )}
        {slowMode && !isClosed && (
          <p className="min-h-8 text-muted">{`Slow mode: one comment every ${waitText(slowMode)}`}</p>
        )}
        {hasBox && (
          <div data-comment-box>
            <CommentBox />
          </div>
        )}
        <div className="mt-3 flow-root">
          <ListBoundary query={commentsQuery(postId, view)} failure="The comments could not be loaded">
            <CommentList sent={sent} />
          </ListBoundary>
        </div>
        {discussion.viewer && !isClosed && count >= LONG && (
          <div className="mt-6">
            <CommentBox isAtEnd />
          </div>
        )}
      </section>
    </DiscussionProvider>
  )
}

function Heading({ sent, count }: { sent: Comment[]; count: number }) {
  const { postId, view } = useDiscussion().place
  const { data } = useInfiniteQuery({ ...commentsQuery(postId, view), enabled: false })
  const isWhole = !view.start && data && !data.pages.at(-1)?.next
  const comments = data?.pages.flatMap(({ items }) => items) ?? []
  const living = isWhole
    ? [...comments, ...filterUnlistedComments(comments, sent)].filter((comment) => !comment.is_deleted).length
    : count
  return (
    <h2 id="comments" tabIndex={-1} className="scroll-mt-20 text-xl">
      {formatNumber(living)} {living === 1 ? 'comment' : 'comments'}
    </h2>
  )
}

/** Folds or unfolds the replies of all threads. Not rendered if no loaded comment has replies. */
function FoldAll() {
  const { place, isFolded, setFolded } = useDiscussion()
  const { data } = useInfiniteQuery({ ...commentsQuery(place.postId, place.view), enabled: false })
  if (!data?.pages.some(({ items }) => items.some(({ parent_id }) => parent_id))) return null
  return (
    <button
      type="button"
      onClick={() => setFolded(!isFolded)}
      className="mr-2 min-h-11 rounded-md px-2 hover:text-text"
    >
      {isFolded ? 'Expand all' : 'Collapse all'}
    </button>
  )
}

const ORDER_LABELS: [CommentSort, string][] = [
  ['oldest', 'Oldest'],
  ['newest', 'Newest'],
  ['best', 'Best'],
]

function CommentOrder({ sort = 'oldest' }: { sort: CommentSort | undefined }) {
  const { place, postTitle } = useDiscussion()
  return (
    <nav aria-label="Sort comments" className="flex">
      {ORDER_LABELS.map(([each, label]) => (
        <a
          key={each}
          href={commentsHref({ id: place.postId, title: postTitle }, { sort: each })}
          aria-current={each === sort ? 'page' : undefined}
          className="flex min-h-11 items-center px-2 hover:text-text aria-[current=page]:text-text aria-[current=page]:underline decoration-act decoration-2 underline-offset-8"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
