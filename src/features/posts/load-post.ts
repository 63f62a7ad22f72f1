import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { isUnreachable } from '../../api/core/api-error.ts'
import type { Site } from '../../platform/site.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { CommentsView } from '../comments/comments-view.ts'
import type { CommentSort } from '../comments/policy.ts'
import { commentsQuery, findCommentPage } from '../comments/queries.ts'
import { metadataOf, postHead, stubHead } from './metadata.ts'
import { isRemoved, neighboursQuery, postQuery, relatedQuery } from './queries.ts'

/** `isGone`: the page is answered with 410 (page.server.tsx). */
type PostHead = ReturnType<typeof postHead | typeof stubHead> & { isGone?: boolean }

/**
 * Everything that the page of a post shows to a visitor; answers its head. A post that does not exist is a
 * page that says so. When the server fails to answer, its reader stays in the forum and hears of it; on the server, and
 * when it cannot be reached, it is an error.
 */
export async function loadPost(
  { queryClient, site }: { queryClient: QueryClient; site: Site },
  id: string,
  view: CommentsView,
): Promise<PostHead> {
  const related = queryClient.prefetchQuery(relatedQuery(id))
  const neighbours = queryClient.prefetchQuery(neighboursQuery(id))
  const comments = queryClient.prefetchInfiniteQuery(commentsQuery(id, view))
  try {
    const post = await queryClient.ensureQueryData(postQuery(id))
    if (isRemoved(post)) return { ...stubHead(site, { id, title: 'Removed post' }), isGone: true }
    await Promise.all([related, neighbours, comments])
    return post.is_deleted ? stubHead(site, post) : postHead(site, metadataOf(site, post))
  } catch (error) {
    if ((error as { code?: string }).code === 'NOT_FOUND') throw notFound()
    if (typeof document === 'undefined' || !isOnTheWayTo(id) || isUnreachable(error)) throw error
    toast({ kind: 'error', title: 'Error loading post', description: 'The post could not be found.' })
    throw redirect({ to: '/forum' })
  }
}

/** To the page of the discussion that holds the comment; where there is none, to the post. */
export async function leadToComment(id: string, comment: string, sort: CommentSort | undefined) {
  const start = await findCommentPage({ id, comment_id: comment, sort })
  const search = { ...(sort && { sort }), ...(start && { comments: start }) }
  throw redirect({ to: '/post/$id', params: { id }, search, hash: `comment-${comment}` })
}

/**
 * Whether somebody waits for the post, and not only points at a link to it. Looked at when it has failed: who presses a
 * link while it is preloaded gets what comes of that.
 */
function isOnTheWayTo(id: string): boolean {
  return location.pathname === `/post/${encodeURIComponent(id)}`
}
