import type { Comment } from './contract.ts'
import type { CommentSort } from './policy.ts'

/** A top-level comment with its replies, or a single reply if the page begins within a thread. */
export interface ThreadedComment {
  comment: Comment
  replies: Comment[]
}

/** Groups comments into threads. If a comment is on two loaded pages, the later copy wins. */
export function groupThreads(comments: readonly Comment[]): ThreadedComment[] {
  const threads = new Map<string, ThreadedComment>()
  for (const comment of new Map(comments.map((comment) => [comment.id, comment])).values()) {
    const thread = comment.parent_id ? threads.get(comment.parent_id) : undefined
    if (thread) thread.replies.push(comment)
    else threads.set(comment.id, { comment, replies: [] })
  }
  return [...threads.values()]
}

export interface DiscussionVisit {
  viewerId: string
  /** Time of the newest comment read on earlier visits, as a sortable string. Null on the first visit. */
  since: string | null
}

export function isNewComment(comment: Comment, { since, viewerId }: DiscussionVisit): boolean {
  return since !== null && comment.created_at > since && isOfOthers(comment, viewerId)
}

/** Returns the time of the newest comment by another member, or undefined if there is none. */
export function newestCommentTime(comments: readonly Comment[], viewerId: string): string | undefined {
  const times = comments.flatMap((comment) => (isOfOthers(comment, viewerId) ? [comment.created_at] : []))
  return times.length > 0 ? times.reduce((one, other) => (one > other ? one : other)) : undefined
}

/** Returns the thread below the "new" line. Undefined if sorted by "best", or if all or none are new. */
export function findFirstNewThread(
  threads: readonly ThreadedComment[],
  sort: CommentSort | undefined,
  visit: DiscussionVisit,
) {
  if (sort === 'best') return undefined
  const news = threads.map(({ comment }) => isNewComment(comment, visit))
  const index = sort === 'newest' ? news.lastIndexOf(true) + 1 : news.indexOf(true)
  return index > 0 ? threads[index]?.comment.id : undefined
}

/** Whether to mark a comment as new. A line already marks new threads, except with sort "best". */
export function isMarkedAsNew(
  comment: Comment,
  thread: ThreadedComment,
  sort: CommentSort | undefined,
  visit: DiscussionVisit,
) {
  if (!isNewComment(comment, visit)) return false
  return sort === 'best' || (comment.parent_id !== null && !isNewComment(thread.comment, visit))
}

function isOfOthers({ author, is_deleted }: Comment, viewerId: string): boolean {
  return !is_deleted && author?.id !== viewerId
}
