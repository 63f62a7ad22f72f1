import type { QueryClient } from '@tanstack/react-query'
import { errorCode, errorMessage } from '../../core/api-error.ts'
import { client } from '../../core/client.ts'
import { showPendingToast } from '../../moderation/approval/pending-toasts.ts'
import { newId } from '../../platform/ids.ts'
import { deleteWithUndo } from '../../shared/deletions/deletions.ts'
import { sendErrorText } from '../../shared/drafts/send-error.ts'
import type { SubmissionFacts } from '../../shared/drafts/submission-facts.tsx'
import { toast, toastError } from '../../ui/feedback/toast.ts'
import { prepareFocusAfterRemoval } from '../../ui/list/focus-after-removal.ts'
import type { Note } from './contract.ts'
import { hasRepliesOfOthers, transformAfterDeletion, withoutDeletedNote } from './deleted-note.ts'
import {
  addCachedNote,
  addReply,
  listCachedNoteIds,
  rememberSentNote,
  updateCachedNote,
} from './note-cache.ts'
import type { NoteSort } from './policy.ts'

type CreatedNote = Awaited<ReturnType<typeof client.notes.create>>

export interface NoteListPosition {
  sort: NoteSort
  start: string | undefined
}

/** Posts a note and shows a toast. Rejects on failure. A retry with the same id creates no second note. */
export async function shareNote(
  queryClient: QueryClient,
  list: NoteListPosition,
  note: Pick<Note, 'id' | 'content'>,
  facts: SubmissionFacts,
) {
  const created = await send({ ...note, parent_id: null }, facts).catch(showNoteError)
  if (created.pending) return showPendingToast(queryClient, 'note')
  addCachedNote(queryClient, created, list.sort, list.start)
  toast({ kind: 'success', title: 'Your note has been posted!' })
}

/** Posts a reply. `parent.start` is the cursor of the page of replies on screen. */
export async function replyToNote(
  queryClient: QueryClient,
  parent: { id: string; start: string | undefined },
  reply: Pick<Note, 'id' | 'content'>,
  facts: SubmissionFacts,
) {
  const created = await send({ ...reply, parent_id: parent.id }, facts).catch(showNoteError)
  if (created.pending) return showPendingToast(queryClient, 'note')
  addReply(queryClient, created, parent.start)
  toast({ kind: 'success', title: 'Your reply has been posted!' })
  await refresh(queryClient, parent.id)
}

/** Saves an edited note. On failure, shows a toast and rejects. */
export async function saveNoteEdit(queryClient: QueryClient, id: string, content: string): Promise<void> {
  const edited = await client.notes.update({ id, content }).catch((error: unknown) => {
    toastError('Error saving note', sendErrorText(error) ?? 'Please try again later')
    throw error
  })
  updateCachedNote(queryClient, id, () => edited)
}

/**
 * Hides the note at once, and deletes it when the time for "Undo" is over (`deleteWithUndo`). If no stub
 * remains, calls `onRemoved`, which returns a function for "Undo".
 */
export function deleteNoteWithUndo(queryClient: QueryClient, note: Note, onRemoved?: () => () => void): void {
  const { id, parent_id } = note
  const goOn = prepareFocusAfterRemoval('note-', id, 'main h1')
  const leavesStub = hasRepliesOfOthers(queryClient, note)
  let goBack: (() => void) | undefined
  deleteWithUndo({
    id,
    queryClient,
    instead: withoutDeletedNote(note, leavesStub),
    send: async () => transformAfterDeletion(note, (await client.notes.remove({ id })).stub),
    onSent: () => parent_id && void refresh(queryClient, parent_id),
    title: 'Note deleted',
    failure: (error) => ({
      title: 'Failed to delete note. Please try again.',
      description: errorMessage(error),
    }),
    onUndo: () => {
      goBack?.()
      prepareFocusAfterRemoval('note-', id, 'main h1')()
    },
  })
  if (!leavesStub) goBack = onRemoved?.()
  goOn()
}

async function refresh(queryClient: QueryClient, id: string): Promise<void> {
  if (!listCachedNoteIds(queryClient).has(id)) return
  const fresh = await client.notes.read({ id }).catch(() => undefined)
  if (fresh) updateCachedNote(queryClient, id, () => fresh)
}

/**
 * Creates a note. On CONFLICT, an earlier attempt may have created it before the text was edited. Deletes
 * that note and sends the text with a new id.
 */
async function send(
  note: Pick<Note, 'id' | 'content' | 'parent_id'>,
  facts: SubmissionFacts,
): Promise<CreatedNote> {
  rememberSentNote(note.id)
  return client.notes.create({ ...note, ...facts }).catch(async (refusal: unknown) => {
    if (errorCode(refusal) !== 'CONFLICT') throw refusal
    try {
      await client.notes.remove({ id: note.id })
    } catch (error) {
      throw errorCode(error) === 'NOT_FOUND' ? refusal : error
    }
    return send({ ...note, id: newId() }, facts)
  })
}

export function showNoteError(error: unknown): never {
  toastError('Failed to post note. Please try again.', sendErrorText(error))
  throw error
}
