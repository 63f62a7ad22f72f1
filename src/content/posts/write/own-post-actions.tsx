import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../../../core/api-error.ts'
import { api, client } from '../../../core/client.ts'
import { deleteWithUndo } from '../../../shared/deletions/deletions.ts'
import { type QueryDataTransform, replaceItems } from '../../../shared/deletions/query-data-transform.ts'
import { Icon } from '../../../ui/icon.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'

interface Props {
  id: string
  can: { edit: boolean; delete: boolean }
}

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

/** Returns a function that opens the forum at once and deletes the post later (see `deleteWithUndo`). */
function useDeletion(id: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return () => {
    deleteWithUndo({
      id,
      queryClient,
      instead: withoutDeletedPost(id),
      send: async () => void (await client.posts.remove({ id })),
      onSent: () => queryClient.removeQueries({ queryKey: api.posts.key(), type: 'inactive' }),
      title: 'Post deleted',
      failure: (error) => ({
        title: 'Error deleting post',
        description: errorMessage(error) ?? 'Please try again later',
      }),
      onUndo: () => void navigate({ to: '/post/$id/{-$slug}', params: { id } }),
    })
    void navigate({ to: '/forum' })
  }
}

/** Removes a deleted post from cached lists, bookmarks and activities. On its own page, a stub remains. */
export function withoutDeletedPost(id: string): QueryDataTransform {
  return (data) =>
    replaceItems(data, (item) => {
      if (item.target_id === id || (item.post as { id?: unknown } | null | undefined)?.id === id)
        return undefined
      if (item.id !== id) return item
      return typeof item.content === 'string' ? { ...item, is_deleted: true } : undefined
    })
}
