import { type ComponentProps, Suspense, useState } from 'react'
import { useViewerState } from '../../accounts/viewer-state/use-viewer-state.ts'
import { isStaff } from '../../core/viewer.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { ConfirmDialog } from '../../ui/overlay/dialog.tsx'
import { VoteControl } from '../votes/vote-control.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { deleteCommentWithUndo } from './comment-mutations.ts'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'

const SelectionBox = lazyWithRetry(() => import('../../moderation/comment-selection/selection-box.tsx'))
const ModerationButtons = lazyWithRetry(() => import('../../moderation/redaction/moderation-buttons.tsx'))

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
      <StaffSelectionBox comment={comment} />
      <VoteControl target="comment" id={comment.id} score={comment.votes_score} orientation="row" size="sm" />
      {onReply && (
        <CommentActionButton id={`reply-${comment.id}`} onClick={onReply}>
          Reply
        </CommentActionButton>
      )}
      {can?.edit && (
        <CommentActionButton id={`edit-${comment.id}`} onClick={onEdit}>
          Edit
        </CommentActionButton>
      )}
      {can?.delete && (
        <>
          <CommentActionButton onClick={() => setAsking(true)}>Delete</CommentActionButton>
          <ConfirmDialog
            open={isAsking}
            onClose={() => setAsking(false)}
            title="Delete this comment?"
            description="Your text will be removed. Replies to it stay."
            confirmLabel="Delete"
            danger
            onConfirm={() => deleteCommentWithUndo(place, comment)}
          />
        </>
      )}
      {can?.remove && (
        <Suspense>
          <ModerationButtons kind="comment" id={comment.id} className={COMMENT_ACT} />
        </Suspense>
      )}
      <CommentMenu
        comment={comment}
        className={`${COMMENT_ACT} inline-flex items-center pointer-coarse:min-w-11 justify-center`}
      />
    </div>
  )
}

/** Checkbox of a comment, or of the stub of a removed one, while a moderator selects comments. */
export function StaffSelectionBox({ comment }: Pick<Props, 'comment'>) {
  if (!isStaff(useDiscussion().viewer)) return null
  return (
    <Suspense>
      <SelectionBox comment={comment} className={COMMENT_ACT} />
    </Suspense>
  )
}

const COMMENT_ACT = 'min-h-9 max-md:min-h-11 rounded-md px-2 font-medium hover:bg-raised hover:text-text'

export function CommentActionButton(props: ComponentProps<'button'>) {
  return <button type="button" {...props} className={COMMENT_ACT} />
}
