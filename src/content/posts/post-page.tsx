import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ComponentType, type MouseEvent, useEffect, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { isStaff } from '../../core/viewer.ts'
import { RemovedOriginalForViewer } from '../../moderation/removal/removed-stub.tsx'
import { tabStorage } from '../../platform/storage.ts'
import { postHref } from '../../shared/branding/item-address.ts'
import { Icon } from '../../ui/icon.tsx'
import { Comments } from '../comments/comments.tsx'
import type { CommentsView } from '../comments/comments-view.ts'
import { QuoteButton } from '../comments/quote-button.tsx'
import type { Post } from './contract.ts'
import { PostArticle } from './post-article.tsx'
import { PostSidebar } from './post-sidebar.tsx'
import { isRemoved, neighboursQuery, postQuery, type RemovedPost } from './queries.ts'
import { withTableOfContents } from './table-of-contents.ts'
import { countView } from './views.ts'

interface Props {
  id: string
  comments: CommentsView
  moderation: ComponentType<{ id: string }>
}

export function PostPage(props: Props) {
  const { data: post } = useSuspenseQuery(postQuery(props.id))
  return isRemoved(post) ? <Removed post={post} /> : <ReadPost {...props} post={post} />
}

function ReadPost({ id, post, comments, moderation }: Props & { post: Post }) {
  const { viewer } = useSession()
  const goBack = useBackToList()
  const { is_deleted, is_locked } = post
  const isClosed = is_deleted || (is_locked && !isStaff(viewer))
  useEffect(() => {
    if (!is_deleted) countView(id)
  }, [id, is_deleted])
  const { html, parts } = withTableOfContents(post.content_html)
  return (
    <div className="columns post-page">
      <div>
        <a href="/forum" onClick={goBack} className="back-link">
          <Icon icon="icon-arrow-left" />
          Back to Forum
        </a>
        {is_deleted ? <Deleted /> : <PostArticle {...{ post, html, parts, moderation }} />}
        <Comments
          postId={id}
          postAuthorId={post.author?.id}
          postTitle={is_deleted ? undefined : post.title}
          count={post.comment_count}
          view={comments}
          isClosed={isClosed}
          isLocked={is_locked}
          lockedUntil={post.locked_until}
          slowMode={post.slow_mode_seconds}
        />
        {viewer && !isClosed && (
          <QuoteButton postId={id} postAuthor={post.author?.username} view={comments} />
        )}
        <Neighbours id={id} />
      </div>
      <PostSidebar id={id} author={post.author} parts={parts} />
    </div>
  )
}

function Deleted() {
  return (
    <article className="post">
      <h1 className="mb-3 text-2xl md:text-3xl">This post was deleted.</h1>
      <p className="text-muted">Its comments are still here. You can’t add new ones.</p>
    </article>
  )
}

function Removed({ post: { id, removal } }: { post: RemovedPost }) {
  return (
    <article className="post">
      <h1 className="mb-3 text-2xl md:text-3xl">
        {removal.is_hidden
          ? 'This post is hidden until a moderator reviews it.'
          : 'A moderator removed this post.'}
      </h1>
      {removal.rule && <p className="mb-3">{`Rule ${removal.rule}`}</p>}
      {removal.reason && <p className="mb-3 whitespace-pre-wrap wrap-anywhere">{removal.reason}</p>}
      <a href={`/moderation?action=${removal.action_id}`} className="text-act underline">
        View in the moderation log
      </a>
      <RemovedOriginalForViewer kind="post" id={id} removal={removal} />
    </article>
  )
}

function Neighbours({ id }: { id: string }) {
  const { previous, next } = useQuery(neighboursQuery(id)).data ?? {}
  if (!previous && !next) return null
  return (
    <nav aria-label="Next and previous posts" className="mt-12 grid gap-3 sm:grid-cols-2">
      {previous && <Neighbour post={previous} />}
      {next && <Neighbour post={next} isNext />}
    </nav>
  )
}

function Neighbour({ post, isNext }: { post: Pick<Post, 'id' | 'title'>; isNext?: boolean }) {
  return (
    <a
      href={postHref(post)}
      rel={isNext ? 'next' : 'prev'}
      className={`group min-w-0 rounded-lg border border-line px-4 py-3 hover:border-line-strong ${isNext ? 'sm:col-start-2 sm:text-right' : ''}`}
    >
      <span className={`flex items-center gap-1.5 text-sm text-faint ${isNext ? 'sm:justify-end' : ''}`}>
        {!isNext && <Icon icon="icon-arrow-left" className="size-3.5" />}
        {isNext ? 'Next post' : 'Previous post'}
        {isNext && <Icon icon="icon-arrow-right" className="size-3.5" />}
      </span>
      <span
        dir="auto"
        className="mt-1 line-clamp-2 wrap-anywhere font-serif text-lg leading-snug text-pretty group-hover:text-act"
      >
        {post.title}
      </span>
    </a>
  )
}

/** Paths of post lists. "Back" from a post returns to these lists with their filters and scroll position. */
const LISTS = /^\/(forum|bookmarks|best-of|posts\/(top|latest)|concepts\/[^/]+)$/
/** Storage key for the id of the history entry that was opened from a list of posts. */
const KEY = 'behind-a-list'

type Location = ReturnType<typeof useRouter>['latestLocation']

/** Click handler of the link to the forum. Goes back in history if the reader came from a list of posts. */
function useBackToList(): (event: MouseEvent) => void {
  const router = useRouter()
  // Read while navigating, because afterwards `resolvedLocation` is this page itself.
  const [from] = useState(() => router.state.resolvedLocation)
  useEffect(() => {
    const { location } = router.state
    if (isBehindList(from, location)) tabStorage.set(KEY, keyOf(location))
  }, [router, from])
  return (event) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || tabStorage.get(KEY) !== keyOf(router.state.location)) return
    event.preventDefault()
    router.history.back()
  }
}

/** Whether the reader came from a list, judging by the previous history entry or the document's referrer. */
function isBehindList(from: Location | undefined, { pathname, state }: Location): boolean {
  if (from && from.pathname !== pathname)
    return from.state.__TSR_index === state.__TSR_index - 1 && LISTS.test(from.pathname)
  if (state.__TSR_index !== 0 || history.length < 2 || !URL.canParse(document.referrer)) return false
  const referrer = new URL(document.referrer)
  return referrer.origin === location.origin && LISTS.test(referrer.pathname)
}

function keyOf({ state }: Location): string {
  return state.__TSR_key ?? ''
}
