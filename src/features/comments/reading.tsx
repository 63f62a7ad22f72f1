import type { CommentsView } from './comments-view.ts'
import type { Comment } from './contract.ts'
import { JumpToNew } from './jump-to-new.tsx'
import { isNew, type Visit } from './news.ts'
import { useLiveScores } from './use-live-scores.ts'
import { useSeenNotifications } from './use-seen-notifications.ts'
import { useVisit } from './use-visit.ts'

interface Props {
  postId: string
  view: CommentsView
  viewerId: string
  /** What is loaded, in the order of the page. */
  comments: readonly Comment[]
  visit: Visit | undefined
  onVisit: (visit: Visit) => void
}

/** What goes on while a member reads a discussion: how far they have read is kept, and what they read stays true. */
export function Reading({ postId, view, viewerId, comments, visit, onVisit }: Props) {
  useVisit({ postId, viewerId, comments, onVisit })
  useSeenNotifications(postId, comments)
  useLiveScores(postId, view, comments)
  const news = visit ? comments.filter((comment) => isNew(comment, visit)) : []
  return news.length > 0 && <JumpToNew ids={news.map(({ id }) => id)} />
}
