import { useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/core/client.ts'
import { useSession } from '../accounts/session/session.tsx'
import { tellEdited } from '../approval/held.ts'
import type { PendingEditor } from '../approval/pending-item.tsx'
import { TextForm } from '../drafts/text-form.tsx'
import { COMMENT_LIMIT } from './policy.ts'
import { explained } from './writing.ts'

/** A comment that awaits approval. */
export const EditPendingComment: PendingEditor = ({ item, onClose }) => {
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const { id: comment_id, post_id, parent_id, answered_id } = item
  if (!viewer || !post_id) return null
  return (
    <TextForm
      viewer={viewer}
      limit={COMMENT_LIMIT}
      form={`edit-comment:${comment_id}`}
      initial={item.content}
      label="Edit your comment"
      submitLabel="Save"
      pendingLabel="Saving..."
      autoFocus
      onSubmit={async (content) => {
        const written = { id: post_id, comment_id, parent_id, answered_id, content }
        const sent = await client.comments.create(written).catch(explained('Error saving comment'))
        await tellEdited(queryClient, 'comment', sent)
      }}
      onClose={onClose}
    />
  )
}
