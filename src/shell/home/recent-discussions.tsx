import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../accounts/session/session.tsx'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { Score } from '../../content/posts/card/score.tsx'
import type { PostSummary } from '../../content/posts/contract.ts'
import { api } from '../../core/client.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { CREATE_POST } from '../../shared/branding/destinations.ts'
import { postParams } from '../../shared/branding/item-address.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ListSkeleton, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Count } from '../../ui/format/count.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { DateOnly } from '../../ui/format/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { NEW_POST_DAYS } from './policy.ts'

const SHOWN = 5

export const recentPosts = () => api.posts.list.queryOptions({ input: { sort: 'newest', limit: SHOWN } })

interface Props {
  /** Hides previews, avatars and scores, to make the list shorter. */
  isShort?: boolean
}

export function RecentDiscussions({ isShort = false }: Props) {
  const { data, isPending } = useQuery(recentPosts())
  // The HTML contains both the guests' and the members' list, so their ids must differ.
  const id = isShort ? 'recent-short' : 'recent'
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="border-b border-line pb-3 text-xl">
        Recent Discussions
      </h2>
      {isPending ? <RecentSkeleton /> : <RecentList posts={data?.items ?? []} isShort={isShort} />}
    </section>
  )
}

function RecentList({ posts, isShort }: Required<Props> & { posts: PostSummary[] }) {
  if (posts.length === 0) {
    return (
      <EmptyState
        as="h3"
        title="No discussions yet"
        action={
          <ButtonLink to={CREATE_POST} icon="icon-pen-line">
            Create First Post
          </ButtonLink>
        }
      >
        New posts will appear here.
      </EmptyState>
    )
  }
  return (
    <>
      <ul>
        {posts.map((post) => (
          <RecentPost key={post.id} post={post} isShort={isShort} />
        ))}
      </ul>
      <ButtonLink to="/forum" kind="quiet" className="mt-6">
        View All Posts
      </ButtonLink>
    </>
  )
}

function RecentPost({ post, isShort }: Required<Props> & { post: PostSummary }) {
  const { author } = post
  return (
    <li data-list-item className={`border-b border-line ${isShort ? 'py-3' : 'py-4'}`}>
      <h3 dir="auto" className={`font-serif leading-snug ${isShort ? 'line-clamp-2 text-base' : 'text-lg'}`}>
        <Link to="/post/$id/{-$slug}" params={postParams(post)} className="hover:text-act">
          {post.title}
        </Link>
      </h3>
      {!isShort && (
        <p dir="auto" className="mt-1 line-clamp-2 text-muted">
          {post.preview}
        </p>
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 text-sm text-muted">
        <span className={`flex items-center gap-2 ${isShort ? '' : 'max-lg:basis-full'}`}>
          {!isShort && author && (
            <Avatar name={displayName(author)} seed={author.username} src={author.avatar_url} />
          )}
          <Byline author={author} />
        </span>
        <DateOnly iso={post.created_at} className="text-faint" />
        <span className="flex items-center gap-1.5 text-faint">
          <Icon icon="icon-message-circle" className="size-4" />
          <span className="sr-only">Comments:</span>
          <Count value={post.comment_count} />
        </span>
        {!isShort && <Score target="post" id={post.id} value={post.votes_score} />}
        {!isShort && <NewMark post={post} />}
      </div>
    </li>
  )
}

function Byline({ author }: Pick<PostSummary, 'author'>) {
  return (
    <span>
      by{' '}
      {author ? (
        <Link to="/profile/$username" params={{ username: author.username }} className="hover:text-text">
          {author.username}
        </Link>
      ) : (
        'Anonymous'
      )}
    </span>
  )
}

function RecentSkeleton() {
  return (
    <ListSkeleton count={SHOWN} label="Loading discussions" className="border-b border-line py-4">
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="mt-2 h-4 w-48" />
    </ListSkeleton>
  )
}

const DAY_MS = 86_400_000

/** Shows "2 new" for comments or "New" for an unread post. Last on its line, so that it moves nothing. */
function NewMark({ post }: { post: PostSummary }) {
  const { viewer } = useSession()
  const state = useViewerState('post', post.id)
  if (!viewer || !state || state.muted) return null
  if (state.unread)
    return (
      <span className={NEW_MARK}>
        {formatNumber(state.unread)} new
        <span className="sr-only">{state.unread === 1 ? ' comment' : ' comments'}</span>
      </span>
    )
  const isRecent = Date.now() - Date.parse(post.created_at) < NEW_POST_DAYS * DAY_MS
  if (state.unread === 0 || post.author?.id === viewer.id || !isRecent) return null
  return (
    <span className={NEW_MARK}>
      New<span className="sr-only"> post</span>
    </span>
  )
}

export const NEW_MARK = 'font-semibold whitespace-nowrap text-act'
