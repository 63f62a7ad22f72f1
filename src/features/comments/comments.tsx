import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { toast } from '../../ui/feedback/toast.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { useLinkedItem } from '../../ui/list/use-linked-item.ts'
import { ListBoundary } from '../site/list-boundary.tsx'
import { CommentBox } from './comment-box.tsx'
import { CommentThread } from './comment-thread.tsx'
import type { Comment } from './contract.ts'
import { DiscussionProvider } from './discussion-context.ts'
import { commentsQuery } from './queries.ts'
import { threadsOf } from './threads.ts'
import { useDiscussionOf } from './use-discussion.ts'

interface Props {
  postId: string
  /** How many there are in all, also where not all of them are loaded. */
  count: number
  /** The page to begin with, if not the first: from the address, for whoever reads without script. */
  start?: string | undefined
}

/** The discussion of a post. The page that shows it has tried to load `commentsQuery(postId, start)`. */
export function Comments({ postId, count, start }: Props) {
  const { discussion, sent } = useDiscussionOf(postId, start)
  return (
    <DiscussionProvider value={discussion}>
      <section aria-labelledby="comments" className="mt-10">
        <Heading postId={postId} count={count} start={start} sent={sent} />
        <CommentBox postId={postId} />
        <div className="mt-3">
          <ListBoundary query={commentsQuery(postId, start)} failure="The comments could not be loaded">
            <Loaded postId={postId} start={start} sent={sent} />
          </ListBoundary>
        </div>
      </section>
    </DiscussionProvider>
  )
}

type SentComments = Pick<Props, 'postId' | 'start'> & { sent: Comment[] }

/** Counts along as they come and go, where all of them are loaded. It stays when the list cannot be loaded. */
function Heading({ postId, start, sent, count }: SentComments & Pick<Props, 'count'>) {
  const { data } = useInfiniteQuery({ ...commentsQuery(postId, start), enabled: false })
  const isWhole = !start && data && !data.pages.at(-1)?.next
  const comments = data?.pages.flatMap(({ items }) => items) ?? []
  const living = isWhole
    ? [...comments, ...pendingOf(comments, sent)].filter((comment) => !comment.is_deleted).length
    : count
  return (
    <h2 id="comments" tabIndex={-1} className="mb-4 scroll-mt-20 text-xl">
      {formatNumber(living)} {living === 1 ? 'comment' : 'comments'}
    </h2>
  )
}

/** What the server has not told of yet. */
function pendingOf(comments: Comment[], sent: Comment[]): Comment[] {
  return sent.filter((comment) => !comments.some(({ id }) => id === comment.id))
}

function Loaded({ postId, start, sent }: SentComments) {
  const list = useSuspenseInfiniteQuery(commentsQuery(postId, start))
  const comments = list.data.pages.flatMap(({ items }) => items)
  const pending = pendingOf(comments, sent)
  const next = list.data.pages.at(-1)?.next ?? undefined
  const showMore = () => list.fetchNextPage()
  useLinkedItem('comment-', next ? showMore : undefined, list.isFetching)
  return (
    <>
      {start && (
        <a href={`/post/${postId}#comments`} className={PAGE_LINK}>
          Back to the first comments
        </a>
      )}
      <ol className="mt-3 grid gap-1">
        {threadsOf([...comments, ...pending]).map((thread) => (
          <CommentThread
            key={thread.comment.id}
            thread={thread}
            pending={new Set(pending.map(({ id }) => id))}
          />
        ))}
      </ol>
      {next && (
        <MoreComments
          href={`/post/${postId}?comments=${next}#comments`}
          isLoading={list.isFetchingNextPage}
          onMore={async () => {
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
    </>
  )
}

/** A page of its own without script; with it, more below. */
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
      className={PAGE_LINK}
    >
      {isLoading ? 'Loading comments…' : 'More comments'}
    </a>
  )
}

const PAGE_LINK =
  'mt-4 flex min-h-11 items-center justify-center rounded-lg border border-line font-medium text-muted hover:border-line-strong hover:text-text'
