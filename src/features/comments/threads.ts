import type { Comment } from './contract.ts'
import type { CommentSort } from './policy.ts'

/** A top-level comment and its replies; or a reply alone, on a page that begins within a thread. */
export interface Thread {
  comment: Comment
  replies: Comment[]
}

/** A new comment is on the last page that was loaded and later on a page of its own: the later one counts. */
export function threadsOf(comments: readonly Comment[]): Thread[] {
  const threads = new Map<string, Thread>()
  for (const comment of new Map(comments.map((comment) => [comment.id, comment])).values()) {
    const thread = comment.parent_id ? threads.get(comment.parent_id) : undefined
    if (thread) thread.replies.push(comment)
    else threads.set(comment.id, { comment, replies: [] })
  }
  return [...threads.values()]
}

/** A visit: until when the viewer had read the discussion before it. */
export interface Visit {
  viewerId: string
  /** As the API writes times: they compare as texts. Null: they were never here, and nothing is marked. */
  since: string | null
}

/** Written by others since the viewer was here. */
export function isNew(comment: Comment, { since, viewerId }: Visit): boolean {
  return since !== null && comment.created_at > since && isOfOthers(comment, viewerId)
}

/** When the newest comment of others was written, undefined where there is none: so far somebody has read who sees them. */
export function newestOf(comments: readonly Comment[], viewerId: string): string | undefined {
  const times = comments.flatMap((comment) => (isOfOthers(comment, viewerId) ? [comment.created_at] : []))
  return times.length > 0 ? times.reduce((one, other) => (one > other ? one : other)) : undefined
}

/**
 * Before which thread the line stands: the oldest first, before the first new one; the newest first, below the last new
 * one. None by score, where new ones stand anywhere, nor where all or none are new.
 */
export function lineBefore(
  threads: readonly Thread[],
  sort: CommentSort | undefined,
  visit: Visit,
): string | undefined {
  if (sort === 'best') return undefined
  const news = threads.map(({ comment }) => isNew(comment, visit))
  const index = sort === 'newest' ? news.lastIndexOf(true) + 1 : news.indexOf(true)
  return index > 0 ? threads[index]?.comment.id : undefined
}

/** What a line does not show: by score each new comment, else those in threads that were there before. */
export function isMarked(
  comment: Comment,
  thread: Thread,
  sort: CommentSort | undefined,
  visit: Visit,
): boolean {
  if (!isNew(comment, visit)) return false
  return sort === 'best' || (comment.parent_id !== null && !isNew(thread.comment, visit))
}

function isOfOthers({ author, is_deleted }: Comment, viewerId: string): boolean {
  return !is_deleted && author?.id !== viewerId
}
