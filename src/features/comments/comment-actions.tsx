import { type ComponentProps, useState } from 'react'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useMark } from '../marks/use-mark.ts'
import { VoteControl } from '../votes/vote-control.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'

interface Props {
  comment: Comment
  onReply: (() => void) | undefined
  onEdit: () => void
}

/** The score, and what the viewer may do with the comment. */
export function CommentActions({ comment, onReply, onEdit }: Props) {
  const { place } = useDiscussion()
  const [isAsking, setAsking] = useState(false)
  const can = useMark('comment', comment.id)?.can
  return (
    <div className="mt-0.5 -ml-3 flex flex-wrap items-center gap-x-1 text-sm text-muted">
      <VoteControl target="comment" id={comment.id} score={comment.votes_score} orientation="row" size="sm" />
      {onReply && (
        <Act id={`reply-${comment.id}`} onClick={onReply}>
          Reply
        </Act>
      )}
      {can?.edit && <Act onClick={onEdit}>Edit</Act>}
      {can?.delete && <Act onClick={() => setAsking(true)}>Delete</Act>}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this comment?"
        description="Its words are gone for good. Replies to it stay."
        confirmLabel="Delete"
        danger
        onConfirm={async () => {
          const { removeComment } = await import('./writing.ts')
          if (await removeComment(place, comment)) goToHeading()
        }}
      />
    </div>
  )
}

/** The button that had the focus is gone with the comment. */
function goToHeading() {
  setTimeout(() => document.getElementById('comments')?.focus({ preventScroll: true }))
}

function Act(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-9 max-md:min-h-11 rounded-md px-2 font-medium hover:bg-raised hover:text-text"
    />
  )
}
