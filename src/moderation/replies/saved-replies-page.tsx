import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { api, client } from '../../core/client.ts'
import { showFailureToast } from '../../core/failure-toast.ts'
import type { Viewer } from '../../core/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useFocusAfter } from '../../ui/list/use-focus-after.ts'
import { ConfirmDialog, Dialog } from '../../ui/overlay/dialog.tsx'
import type { SavedReply } from './contract.ts'
import { REPLIES_MAX } from './policy.ts'
import { ReplyForm } from './reply-form.tsx'

/** The page /manage/replies. */
export function SavedRepliesPage() {
  return <ManagePage to="/manage/replies">{(viewer) => <SavedReplies viewer={viewer} />}</ManagePage>
}

function SavedReplies({ viewer }: { viewer: Viewer }) {
  const { data, isPending, isError, refetch } = useQuery(api.savedReplies.list.queryOptions({ staleTime: 0 }))
  const [edited, setEdited] = useState<{ item: SavedReply | undefined; open: boolean }>()
  const heading = useRef<HTMLHeadingElement>(null)
  const onRemoved = useFocusAfter(data?.items, heading)
  const close = () => setEdited((was) => was && { ...was, open: false })
  const count = data?.items.length ?? 0
  return (
    <section aria-labelledby="saved-replies" className="mt-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
        <h2 id="saved-replies" ref={heading} tabIndex={-1} className="text-xl outline-none">
          Saved replies
        </h2>
        {data && count < REPLIES_MAX && (
          <Button icon="icon-plus" onClick={() => setEdited({ item: undefined, open: true })}>
            Add saved reply
          </Button>
        )}
      </div>
      {isPending && <RowListSkeleton count={6} label="Loading saved replies" />}
      {isError && <ErrorState title="Saved replies could not be loaded" onRetry={() => void refetch()} />}
      {data && count === 0 && <p className="py-6 text-muted">No saved replies yet.</p>}
      <ul>
        {data?.items.map((item) => (
          <Row
            key={item.id}
            item={item}
            onEdit={() => setEdited({ item, open: true })}
            onRemoved={() => onRemoved(item.id)}
          />
        ))}
      </ul>
      {edited && (
        <Dialog
          open={edited.open}
          onClose={close}
          title={edited.item ? 'Edit saved reply' : 'Add saved reply'}
        >
          <ReplyForm key={edited.item?.id ?? 'new'} viewer={viewer} item={edited.item} onClose={close} />
        </Dialog>
      )}
    </section>
  )
}

interface RowProps {
  item: SavedReply
  onEdit: () => void
  onRemoved: () => void
}

function Row({ item: { id, title, text }, onEdit, onRemoved }: RowProps) {
  const [isAsking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const remove = async () => {
    try {
      await client.savedReplies.remove({ id })
      onRemoved()
      toast({ kind: 'success', title: 'Saved reply deleted' })
    } catch (error) {
      showFailureToast('The saved reply could not be deleted', error)
    }
  }
  return (
    <li data-list-item className="flex items-start gap-1 border-b border-line py-3">
      <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        <h3 className="text-lg leading-snug">{title}</h3>
        <p dir="auto" className="mt-0.5 line-clamp-2 text-sm text-muted">
          {text}
        </p>
      </div>
      <IconButton icon="icon-pencil" label={`Edit ${title}`} onClick={onEdit} />
      <IconButton icon="icon-trash" label={`Delete ${title}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete “${title}”?`}
        description="Reasons and messages that contain it don’t change."
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClosed={() => void queryClient.invalidateQueries({ queryKey: api.savedReplies.key() })}
      />
    </li>
  )
}
