import { formatNumber } from '../../ui/format/format-number.ts'
import { useSession } from '../accounts/session/session.tsx'
import type { PostSummary } from '../posts/contract.ts'
import { useViewerState } from '../viewer-state/use-viewer-state.ts'
import { NEW_POST_DAYS } from './policy.ts'

const DAY_MS = 86_400_000

/** "2 new" comments, or "New" for a recent post that the member has not opened. Last in its line, so that nothing moves. */
export function NewMark({ post }: { post: PostSummary }) {
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
