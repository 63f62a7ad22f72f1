import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cachedFragments } from '../../platform/cached-fragment.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { Icon } from '../../ui/icon.tsx'
import { useGrownPages } from '../../ui/list/use-grown-pages.ts'
import { useLinkedItem } from '../../ui/list/use-linked-item.ts'
import { ListBoundary } from '../site/list-boundary.tsx'
import { CommentBox } from './comment-box.tsx'
import { CommentOrder } from './comment-order.tsx'
import { CommentThread } from './comment-thread.tsx'
import { type CommentsView, commentsHref } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { DiscussionProvider, useDiscussion } from './discussion-context.ts'
import { MoreComments } from './more-comments.tsx'
import { NewComments } from './new-comments.tsx'
import { lineBefore } from './news.ts'
import { commentsQuery } from './queries.ts'
import { Reading } from './reading.tsx'
import { type Thread, threadsOf } from './threads.ts'
import { useDiscussionOf } from './use-discussion.ts'
import { useFindComment } from './use-find-comment.ts'
import { WaitingComments } from './waiting-comments.tsx'

interface Props {
  postId: string
  /** Who wrote the post; undefined when they have left. */
  postAuthorId: string | undefined
  /** How many there are in all, also where not all of them are loaded. */
  count: number
  view: CommentsView
  /** Of a deleted post: it is read, and nobody joins it any more. */
  isClosed: boolean
  /** By a moderator; they write on. */
  isLocked: boolean
}

/** So many comments are more than a screen. */
const LONG = 6

/** The discussion of a post. The page that shows it has tried to load `commentsQuery(postId, view)`. */
export function Comments({ postId, postAuthorId, count, view, isClosed, isLocked }: Props) {
  const { discussion, sent } = useDiscussionOf({ postId, postAuthorId, view, isClosed })
  // What somebody has typed is shown all the same: they may want to keep it.
  const hasBox = !isClosed || discussion.drafts.has(`comment:${postId}`)
  return (
    <DiscussionProvider value={discussion}>
      <section aria-labelledby="comments" className="mt-10">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
          <Heading postId={postId} count={count} view={view} sent={sent} />
          {count > 1 && <CommentOrder postId={postId} sort={view.sort} />}
        </div>
        {isLocked && (
          <p className="flex min-h-11 items-center gap-2 text-muted">
            <Icon icon="icon-ban" />
            Locked: no new comments
          </p>
        )}
        {hasBox && (
          <div data-comment-box>
            <CommentBox postId={postId} />
          </div>
        )}
        <div className="mt-3">
          <ListBoundary query={commentsQuery(postId, view)} failure="The comments could not be loaded">
            <Loaded postId={postId} view={view} sent={sent} />
          </ListBoundary>
        </div>
        {discussion.viewer && !isClosed && count >= LONG && (
          <div className="mt-6">
            <CommentBox postId={postId} isAtEnd />
          </div>
        )}
      </section>
    </DiscussionProvider>
  )
}

type SentComments = Pick<Props, 'postId' | 'view'> & { sent: Comment[] }

/** Counts along as they come and go, where all of them are loaded. It stays when the list cannot be loaded. */
function Heading({ postId, view, sent, count }: SentComments & Pick<Props, 'count'>) {
  const { data } = useInfiniteQuery({ ...commentsQuery(postId, view), enabled: false })
  const isWhole = !view.start && data && !data.pages.at(-1)?.next
  const comments = data?.pages.flatMap(({ items }) => items) ?? []
  const living = isWhole
    ? [...comments, ...pendingOf(comments, sent)].filter((comment) => !comment.is_deleted).length
    : count
  return (
    <h2 id="comments" tabIndex={-1} className="scroll-mt-20 text-xl">
      {formatNumber(living)} {living === 1 ? 'comment' : 'comments'}
    </h2>
  )
}

/** What the server has not told of yet. */
function pendingOf(comments: Comment[], sent: Comment[]): Comment[] {
  return sent.filter((comment) => !comments.some(({ id }) => id === comment.id))
}

function Loaded({ postId, view, sent }: SentComments) {
  const { viewer, visit, setVisit } = useDiscussion()
  const list = useSuspenseInfiniteQuery(commentsQuery(postId, view))
  const [{ pages }, isGrowing] = useGrownPages(list.data)
  const comments = pages.flatMap(({ items }) => items)
  const pending = pendingOf(comments, sent)
  const next = pages.at(-1)?.next ?? undefined
  const showMore = () => list.fetchNextPage()
  const threads = threadsOf(withPending(comments, pending, view))
  // Not where a linked comment is looked for: what is above it has its height then.
  const [first, setFirst] = useState(Infinity)
  const line = visit && lineBefore(threads, view.sort, visit)
  const ids = comments.map(({ id }) => id)
  useLinkedItem(
    'comment-',
    ids,
    list.isFetching || isGrowing,
    useFindComment({ postId, view, refetch: list.refetch }),
  )
  return (
    <>
      {viewer && (
        <>
          <NewComments
            postId={postId}
            view={view}
            known={new Set([...comments, ...sent].map(({ id }) => id))}
            refetch={list.refetch}
          />
          <Reading
            key={viewer.id}
            postId={postId}
            view={view}
            viewerId={viewer.id}
            comments={comments}
            visit={visit}
            onVisit={setVisit}
          />
        </>
      )}
      {view.start && (
        <a href={commentsHref(postId, { sort: view.sort })} className="page-link">
          Back to the first comments
        </a>
      )}
      <Threads threads={threads} pending={pending} line={line} first={first} />
      {next && (
        <MoreComments
          href={commentsHref(postId, { sort: view.sort, start: next })}
          isLoading={list.isFetchingNextPage || isGrowing}
          onMore={async () => {
            setFirst(Math.min(first, threads.length))
            const { isFetchNextPageError } = await showMore()
            if (isFetchNextPageError)
              toast({
                kind: 'error',
                title: 'More comments could not be loaded',
                description: 'Please try again later',
              })
          }}
        />
      )}
      {viewer && <WaitingComments postId={postId} shown={threads.map(({ comment }) => comment.id)} />}
    </>
  )
}

interface ThreadsProps {
  threads: Thread[]
  pending: Comment[]
  /** The id of what stands below the line of what is new. */
  line: string | undefined
  /** How many there were before more were asked for. */
  first: number
}

/** On the server from their finished HTML: a new comment or a vote changes one of them. */
function Threads({ threads, pending, line, first }: ThreadsProps) {
  const discussion = useDiscussion()
  const { postAuthorId, isClosed } = discussion
  const html =
    import.meta.env.SSR &&
    cachedFragments(
      threads.map((thread) => ({
        name: 'thread',
        shows: [thread, postAuthorId, isClosed],
        element: () => (
          <DiscussionProvider value={discussion}>
            <CommentThread thread={thread} pending={NONE} hasLine={false} isAppended={false} />
          </DiscussionProvider>
        ),
      })),
    )
  if (html)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what the same components made
    return <ol className={THREADS} dangerouslySetInnerHTML={{ __html: html }} />
  const ids = pending.map(({ id }) => id)
  return (
    <ol className={THREADS}>
      {threads.map((thread, index) => (
        <CommentThread
          key={thread.comment.id}
          thread={thread}
          pending={ids}
          hasLine={thread.comment.id === line}
          isAppended={index >= first}
        />
      ))}
    </ol>
  )
}

/** Where the server will have them. */
function withPending(comments: Comment[], pending: Comment[], { sort }: CommentsView): Comment[] {
  if (sort !== 'newest') return [...comments, ...pending]
  const isRoot = ({ parent_id }: Comment) => !parent_id
  return [...pending.filter(isRoot), ...comments, ...pending.filter((comment) => !isRoot(comment))]
}

const THREADS = 'mt-3 grid gap-1'
const NONE: string[] = []
