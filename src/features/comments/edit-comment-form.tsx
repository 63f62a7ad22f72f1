import type { Viewer } from '../../api/core/viewer.ts'
import { TextForm } from '../drafts/text-form.tsx'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { COMMENT_LIMIT } from './policy.ts'
import { updateComment } from './writing.ts'

interface Props {
  viewer: Viewer
  comment: Comment
  onClose: () => void
}

export function EditCommentForm({ viewer, comment, onClose }: Props) {
  const { place } = useDiscussion()
  return (
    <TextForm
      viewer={viewer}
      limit={COMMENT_LIMIT}
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
