import { ReportEntry } from '../reports/report-button.tsx'
import { useViewerState } from '../viewer-state/use-viewer-state.ts'
import { VoteControl } from '../votes/vote-control.tsx'
import { COMMENT_ACT, CommentAct } from './comment-act.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { OwnCommentActions } from './own-comment-actions.tsx'

interface Props {
  comment: Comment
  onReply: (() => void) | undefined
  onEdit: () => void
}

/** The score, and what the viewer may do with the comment. */
export function CommentActions({ comment, onReply, onEdit }: Props) {
  const { place } = useDiscussion()
  const can = useViewerState('comment', comment.id)?.can
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-x-1 text-sm text-muted">
      <VoteControl target="comment" id={comment.id} score={comment.votes_score} orientation="row" size="sm" />
      {onReply && (
        <CommentAct id={`reply-${comment.id}`} onClick={onReply}>
          Reply
        </CommentAct>
      )}
      {(can?.edit || can?.delete || can?.remove) && (
        <OwnCommentActions comment={comment} place={place} can={can} onEdit={onEdit} />
      )}
      <ReportEntry kind="comment" id={comment.id} author={comment.author} className={COMMENT_ACT} />
    </div>
  )
}
