import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSession } from '../../../accounts/session/session.tsx'
import { client } from '../../../core/client.ts'
import type { PendingText } from '../../../moderation/approval/contract.ts'
import { showEditedToast } from '../../../moderation/approval/pending-toasts.ts'
import { deleteDraft } from '../../../shared/drafts/storage.ts'
import { Button } from '../../../ui/button.tsx'
import { PostForm } from './post-form.tsx'

export default function EditPendingPost({ item, onClose }: { item: PendingText; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const sent = useRef<Awaited<ReturnType<typeof client.posts.create>>>(undefined)
  if (!viewer) return null
  const { id, format, title, content, concept_ids } = item
  const draft = { memberId: viewer.id, form: `edit-pending:${id}` }
  return (
    <PostForm
      format={format}
      draft={draft}
      initial={{ title: title ?? '', content, concept_ids }}
      save={async (values) => {
        sent.current = await client.posts.create({ ...values, id, format })
      }}
      onSaved={async () => {
        if (sent.current) await showEditedToast(queryClient, 'post', sent.current)
        onClose()
      }}
      failure={{ title: 'Error saving post', description: 'Failed to save post' }}
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      cancel={
        <Button
          kind="quiet"
          onClick={() => {
            deleteDraft(draft)
            onClose()
          }}
        >
          Cancel
        </Button>
      }
    />
  )
}
