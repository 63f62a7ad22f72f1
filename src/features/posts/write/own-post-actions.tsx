import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../../../api/core/api-error.ts'
import { api, client } from '../../../api/core/client.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { deleteWithUndo } from '../../deletions/deletions.ts'
import { withoutDeleted } from './deleted.ts'

interface Props {
  id: string
  /** From the marks: what the viewer may do with this post. */
  can: { edit: boolean; delete: boolean }
}

/** Edit and delete, for whom may. Loaded for them alone. */
export function OwnPostActions({ id, can }: Props) {
  const [isAsking, setAsking] = useState(false)
  const remove = useDeletion(id)
  return (
    <>
      {can.edit && (
        <Link to="/post/$id/edit" params={{ id }} className="action">
          <Icon icon="icon-pencil" />
          <span className="max-md:sr-only">Edit</span>
        </Link>
      )}
      {can.delete && (
        <button type="button" onClick={() => setAsking(true)} className="action">
          <Icon icon="icon-trash" />
          <span className="max-md:sr-only">Delete</span>
        </button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this post?"
        description="Your text will be removed. Other people’s comments stay. If nobody else has commented, the whole post is deleted."
        confirmLabel="Delete"
        danger
        onConfirm={remove}
      />
    </>
  )
}

/** Leads back to the forum at once, and the post is deleted a little later: see `deleteWithUndo`. */
function useDeletion(id: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return () => {
    deleteWithUndo({
      id,
      queryClient,
      instead: withoutDeleted(id),
      send: async () => void (await client.posts.remove({ id })),
      onSent: () => queryClient.removeQueries({ queryKey: api.posts.key(), type: 'inactive' }),
      title: 'Post deleted',
      failure: (error) => ({
        title: 'Error deleting post',
        description: errorMessage(error) ?? 'Please try again later',
      }),
      onUndo: () => void navigate({ to: '/post/$id', params: { id } }),
    })
    void navigate({ to: '/forum' })
  }
}
