import type { Comment } from './contract.ts'

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
