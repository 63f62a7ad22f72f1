import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { cachedFragments } from '../../platform/cache/cached-fragment.tsx'
import { postParams } from '../../shared/branding/item-address.ts'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { useGrownPages } from '../../ui/list/use-grown-pages.ts'
import { useLinkedItem } from '../../ui/list/use-linked-item.ts'
import { CommentThread } from './comment-thread.tsx'
import { type CommentsView, commentsHref } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { DiscussionProvider, useDiscussion } from './discussion-context.ts'
import { NewComments } from './new-comments.tsx'
import { PendingComments } from './pending-comments.tsx'
import { commentsQuery, findCommentPage } from './queries.ts'
import { ReadTracker } from './read-tracker.tsx'
import { findFirstNewThread, groupThreads, type ThreadedComment } from './threads.ts'

export function CommentList({ sent }: { sent: Comment[] }) {
  const { viewer, visit, place, postTitle } = useDiscussion()
  const { postId, view } = place
  const post = { id: postId, title: postTitle }
  const list = useSuspenseInfiniteQuery(commentsQuery(postId, view))
  const [{ pages }, isGrowing] = useGrownPages(list.data)
  const comments = pages.flatMap(({ items }) => items)
  const pending = filterUnlistedComments(comments, sent)
  const next = pages.at(-1)?.next ?? undefined
  const threads = groupThreads(withPending(comments, pending, view))
  // Threads from this index on aren't laid out off screen. At first none, as a linked comment needs heights.
  const [first, setFirst] = useState(Infinity)
  const line = visit && findFirstNewThread(threads, view.sort, visit)
  const ids = comments.map(({ id }) => id)
  useLinkedItem('comment-', ids, list.isFetching || isGrowing, useFindComment(list.refetch))
  return (
    <>
      {viewer && (
        <>
          <NewComments known={new Set([...comments, ...sent].map(({ id }) => id))} refetch={list.refetch} />
          <ReadTracker key={viewer.id} viewerId={viewer.id} comments={comments} />
        </>
      )}
      {view.start && (
        <a href={commentsHref(post, { sort: view.sort })} className="page-link">
          Back to the first comments
        </a>
      )}
      <Threads threads={threads} pending={pending} line={line} first={first} />
      {next && (
        <MoreComments
          href={commentsHref(post, { sort: view.sort, start: next })}
          isLoading={list.isFetchingNextPage || isGrowing}
          onMore={async () => {
            setFirst(Math.min(first, threads.length))
            const { isFetchNextPageError } = await list.fetchNextPage()
            if (isFetchNextPageError)
              toastError('More comments could not be loaded', 'Please try again later')
          }}
        />
      )}
      {viewer && <PendingComments shown={threads.map(({ comment }) => comment.id)} />}
    </>
  )
}

interface ThreadsProps {
  threads: ThreadedComment[]
  pending: Comment[]
  line: string | undefined
  first: number
}

/** On the server, uses HTML that is cached per thread, so that a vote re-renders only one thread. */
function Threads({ threads, pending, line, first }: ThreadsProps) {
  const discussion = useDiscussion()
  const { postAuthorId, postTitle, isClosed } = discussion
  const html =
    import.meta.env.SSR &&
    cachedFragments(
      threads.map((thread) => ({
        name: 'thread',
        shows: [thread, postAuthorId, postTitle, isClosed],
        element: () => (
          <DiscussionProvider value={discussion}>
            <CommentThread thread={thread} pending={NONE} hasLine={false} isAppended={false} />
          </DiscussionProvider>
        ),
      })),
    )
  if (html)
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML was rendered by the components below
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

function withPending(comments: Comment[], pending: Comment[], { sort }: CommentsView): Comment[] {
  if (sort !== 'newest') return [...comments, ...pending]
  const isRoot = ({ parent_id }: Comment) => !parent_id
  return [...pending.filter(isRoot), ...comments, ...pending.filter((comment) => !isRoot(comment))]
}

const THREADS = 'mt-3 grid gap-1'
const NONE: string[] = []

export function filterUnlistedComments(comments: Comment[], sent: Comment[]): Comment[] {
  return sent.filter((comment) => !comments.some(({ id }) => id === comment.id))
}

function MoreComments({ href, isLoading, onMore }: { href: string; isLoading: boolean; onMore: () => void }) {
  return (
    <a
      href={href}
      aria-busy={isLoading || undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        if (!isLoading) onMore()
      }}
      className="page-link"
    >
      {isLoading ? 'Loading comments…' : 'More comments'}
    </a>
  )
}

function useFindComment(refetch: () => Promise<unknown>) {
  const navigate = useNavigate()
  const { place, postTitle } = useDiscussion()
  const { postId, view } = place
  const { sort, start } = view
  return async (id: string): Promise<boolean> => {
    try {
      const page = await findCommentPage({ id: postId, comment_id: id, sort })
      if (page === undefined) {
        toast({ title: 'Comment not found', description: 'It may have been deleted.' })
        return false
      }
      const { start: found, moved_to } = page
      if (!moved_to && (found ?? undefined) === start) await refetch()
      else
        await navigate({
          to: '/post/$id/{-$slug}',
          params: postParams(moved_to ?? { id: postId, title: postTitle }),
          search: { ...(sort && { sort }), ...(found && { comments: found }) },
          // A comment that became a post has the post's id.
          hash: moved_to?.id === id ? '' : `comment-${id}`,
          replace: true,
        })
      return true
    } catch {
      toastError('The comment could not be loaded', 'Please try again later')
      return false
    }
  }
}
