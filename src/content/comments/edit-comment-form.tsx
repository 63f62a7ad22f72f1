import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../accounts/session/session.tsx'
import { client } from '../../core/client.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { PendingEditor } from '../../moderation/approval/pending-item.tsx'
import { showEditedToast } from '../../moderation/approval/pending-toasts.ts'
import { TextForm } from '../../shared/drafts/text-form.tsx'
import { saveCommentEdit, showErrorAndRethrow } from './comment-mutations.ts'
import type { Comment } from './contract.ts'
import { useDiscussion } from './discussion-context.ts'
import { COMMENT_LIMIT } from './policy.ts'

interface Props {
  viewer: Viewer
  comment: Comment
  onClose: () => void
}

export function EditCommentForm({ viewer, comment: { id, content }, onClose }: Props) {
  const { place } = useDiscussion()
  const save = (edited: string) => saveCommentEdit(place, id, edited)
  return <EditForm viewer={viewer} id={id} initial={content} onSubmit={save} onClose={onClose} />
}

export const EditPendingComment: PendingEditor = ({ item, onClose }) => {
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const { id: comment_id, post_id, parent_id, answered_id } = item
  if (!viewer || !post_id) return null
  const save = async (content: string) => {
    const written = { id: post_id, comment_id, parent_id, answered_id, content }
    const sent = await client.comments.create(written).catch(showErrorAndRethrow('Error saving comment'))
    await showEditedToast(queryClient, 'comment', sent)
  }
  return <EditForm viewer={viewer} id={comment_id} initial={item.content} onSubmit={save} onClose={onClose} />
}

interface EditFormProps extends Pick<Props, 'viewer' | 'onClose'> {
  id: string
  initial: string
  onSubmit: (content: string) => Promise<void>
}

function EditForm({ id, ...rest }: EditFormProps) {
  return (
    <TextForm
      limit={COMMENT_LIMIT}
      form={`edit-comment:${id}`}
      label="Edit your comment"
      submitLabel="Save"
      pendingLabel="Saving..."
      hasPreview
      autoFocus
      hasPictures
      {...rest}
    />
  )
}
