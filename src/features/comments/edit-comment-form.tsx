import type { Viewer } from '../accounts/policy.ts'
import { CommentForm } from './comment-form.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { updateComment } from './writing.ts'

interface Props {
  viewer: Viewer
  comment: Comment
  onClose: () => void
}

export default function EditCommentForm({ viewer, comment, onClose }: Props) {
  const { place } = useDiscussion()
  return (
    <CommentForm
      viewer={viewer}
      form={`edit-comment:${comment.id}`}
      initial={comment.content}
      label="Edit your comment"
      submitLabel="Save"
      pendingLabel="Saving..."
      autoFocus
      onSubmit={(content) => updateComment(place, comment.id, content)}
      onClose={onClose}
    />
  )
}
