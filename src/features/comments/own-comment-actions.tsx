import { useState } from 'react'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { RemovalAct } from '../removal/removal-dialog.tsx'
import { COMMENT_ACT, CommentAct } from './comment-act.tsx'
import type { Comment } from './contract.ts'
import { type CommentTarget, removeComment } from './writing.ts'

interface Props {
  comment: Comment
  place: CommentTarget
  /** From the marks: what the viewer may do with this comment. */
  can: { edit: boolean; delete: boolean; remove: boolean }
  onEdit: () => void
}

/** Edit and delete, for whom may, and remove. Loaded for them alone. */
export function OwnCommentActions({ comment, place, can, onEdit }: Props) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      {can.edit && (
        <CommentAct id={`edit-${comment.id}`} onClick={onEdit}>
          Edit
        </CommentAct>
      )}
      {can.delete && <CommentAct onClick={() => setAsking(true)}>Delete</CommentAct>}
      {can.remove && (
        <RemovalAct kind="comment" id={comment.id} className={COMMENT_ACT}>
          Remove…
        </RemovalAct>
      )}
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
  )
}
