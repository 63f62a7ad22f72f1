import { type ComponentProps, useState } from 'react'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { RemovalAct } from '../../moderation/removal/removal-dialog.tsx'
import { ReportEntry } from '../../moderation/reports/report-button.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { VoteControl } from '../votes/vote-control.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { removeComment } from './writing.ts'

interface Props {
  comment: Comment
  onReply: (() => void) | undefined
  onEdit: () => void
}

export function CommentActions({ comment, onReply, onEdit }: Props) {
  const { place } = useDiscussion()
  const can = useViewerState('comment', comment.id)?.can
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="-ml-3 flex flex-wrap items-center gap-x-1 text-sm text-muted">
      <VoteControl target="comment" id={comment.id} score={comment.votes_score} orientation="row" size="sm" />
      {onReply && (
        <CommentAct id={`reply-${comment.id}`} onClick={onReply}>
          Reply
        </CommentAct>
      )}
      {can?.edit && (
        <CommentAct id={`edit-${comment.id}`} onClick={onEdit}>
          Edit
        </CommentAct>
      )}
      {can?.delete && (
        <>
          <CommentAct onClick={() => setAsking(true)}>Delete</CommentAct>
          <ConfirmDialog
            open={isAsking}
            onClose={() => setAsking(false)}
            title="Delete this comment?"
            description="Your text will be removed. Replies to it stay."
            confirmLabel="Delete"
            danger
            onConfirm={() => removeComment(place, comment)}
          />
        </>
      )}
      {can?.remove && (
        <RemovalAct kind="comment" id={comment.id} className={COMMENT_ACT}>
          Remove…
        </RemovalAct>
      )}
      <ReportEntry kind="comment" id={comment.id} author={comment.author} className={COMMENT_ACT} />
    </div>
  )
}

const COMMENT_ACT = 'min-h-9 max-md:min-h-11 rounded-md px-2 font-medium hover:bg-raised hover:text-text'

export function CommentAct(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={COMMENT_ACT} />
}
