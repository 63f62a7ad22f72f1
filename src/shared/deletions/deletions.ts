import type { QueryClient } from '@tanstack/react-query'
import { errorCode } from '../../core/api-error.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { deletedIds } from './deleted-ids.ts'
import { onPageLeave } from './page-leave.ts'
import { applyTransforms, commitTransform, type QueryDataTransform } from './query-data-transform.ts'

export interface UndoableDeletion {
  id: string
  queryClient: QueryClient
  /** Hides the deleted item in query data until the server responds. */
  instead: QueryDataTransform
  /** Sends the deletion. Resolves to a replacement for `instead` if the server's result differs. */
  send: () => Promise<QueryDataTransform | undefined>
  /** Called once the page shows the result of the deletion. */
  onSent?: () => void
  /** Title of the toast, for example "Note deleted". */
  title: string
  /** Returns the text of the toast that reports a failed deletion. */
  failure: (error: unknown) => { title: string; description?: string }
  onUndo?: () => void
}

/** Time to undo, in milliseconds: enough to read the toast, notice a mistake and reach the button. */
const UNDO_FOR = 10_000

interface PendingDeletion {
  deletion: UndoableDeletion
  /** Controller that closes the toast when it is aborted. */
  toast: AbortController
}

const pending = new Map<string, PendingDeletion>()
/** Transforms that hide deleted items, in the order of deletion, until the server has confirmed them. */
const hidden = new Map<string, QueryDataTransform>()

/** Hides the item. Deletes it when the "Undo" toast closes, or when the member leaves or signs out. */
export function deleteWithUndo(deletion: UndoableDeletion): void {
  const { id, title } = deletion
  if (deletedIds.has(id)) return
  const gone = new AbortController()
  pending.set(id, { deletion, toast: gone })
  onPageLeave(sendDeletions)
  hide(deletion)
  toast({
    kind: 'success',
    title,
    lasts: UNDO_FOR,
    action: { label: 'Undo', onPress: () => undo(id) },
    onClose: () => void send(id),
    until: gone.signal,
  })
}

/** Sends all pending deletions. Resolves when the server has responded to all of them. */
export async function sendDeletions(): Promise<void> {
  await Promise.all([...pending.keys()].map(send))
}

function undo(id: string): void {
  const deletion = pending.get(id)?.deletion
  pending.delete(id)
  if (!deletion) return
  show(deletion)
  deletion.onUndo?.()
}

async function send(id: string): Promise<void> {
  const waiting = pending.get(id)
  pending.delete(id)
  if (!waiting) return
  const sent = finish(waiting.deletion)
  waiting.toast.abort()
  await sent
}

/** Sends the deletion. If it fails, shows the item again with an error toast and returns false. */
async function finish(deletion: UndoableDeletion): Promise<boolean> {
  const { id, queryClient, instead, failure, onSent } = deletion
  try {
    const shown = await deletion.send().catch((error: unknown) => {
      // NOT_FOUND counts as success: the item was already deleted, for example in another tab.
      if (errorCode(error) !== 'NOT_FOUND') throw error
    })
    commitTransform(queryClient, shown ?? instead)
    hidden.delete(id)
    applyTransforms(queryClient, hidden.values())
    onSent?.()
    return true
  } catch (error) {
    show(deletion)
    const action = { label: 'Try again', onPress: () => void tryAgain(deletion) }
    toast({ kind: 'error', ...failure(error), lasts: UNDO_FOR, action })
    return false
  }
}

async function tryAgain(deletion: UndoableDeletion): Promise<void> {
  if (deletedIds.has(deletion.id)) return
  hide(deletion)
  if (await finish(deletion)) toast({ kind: 'success', title: deletion.title })
}

function hide({ id, queryClient, instead }: UndoableDeletion): void {
  deletedIds.add(id)
  hidden.set(id, instead)
  applyTransforms(queryClient, hidden.values())
}

function show({ id, queryClient }: UndoableDeletion): void {
  deletedIds.delete(id)
  hidden.delete(id)
  applyTransforms(queryClient, hidden.values())
}
