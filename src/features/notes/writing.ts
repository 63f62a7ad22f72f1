import type { QueryClient } from '@tanstack/react-query'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { client } from '../../api/core/client.ts'
import { newId } from '../../platform/ids.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { placeAfter } from '../../ui/list/place-after.ts'
import { sendErrorText } from '../drafts/send-error.ts'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'
import { noteSending } from './sent.ts'
import { addNote, addReply, changeNote, dropNote } from './shown.ts'

/** Which list it is written above. */
export interface List {
  sort: NoteSort
  start: string | undefined
}

/** Says how it ended; rejects when it failed. Sent again with the same id it makes no second note. */
export async function shareNote(queryClient: QueryClient, list: List, note: Pick<Note, 'id' | 'content'>) {
  const created = await send({ ...note, parent_id: null }).catch(explained)
  addNote(queryClient, created, list.sort, list.start)
  toast({ kind: 'success', title: 'Your note has been posted!' })
}

/** The same for a reply to a note, of whose replies the page from `start` on is shown. */
export async function replyToNote(
  queryClient: QueryClient,
  parent: { id: string; start: string | undefined },
  reply: Pick<Note, 'id' | 'content'>,
) {
  const created = await send({ ...reply, parent_id: parent.id }).catch(explained)
  addReply(queryClient, created, parent.start)
  toast({ kind: 'success', title: 'Your reply has been posted!' })
  const fresh = await client.notes.read({ id: parent.id }).catch(() => undefined)
  if (fresh) changeNote(queryClient, fresh.id, () => fresh)
}

/** Rejects when it failed, after it has said why. */
export async function updateNote(queryClient: QueryClient, id: string, content: string): Promise<void> {
  const edited = await client.notes.update({ id, content }).catch((error: unknown) => {
    const description = sendErrorText(error) ?? 'Please try again later'
    toast({ kind: 'error', title: 'Error saving note', description })
    throw error
  })
  changeNote(queryClient, id, () => edited)
}

/** Whether it is gone, without a stub that stays; says so. */
export async function removeNote(queryClient: QueryClient, { id, parent_id }: Note): Promise<boolean> {
  const goOn = placeAfter('note-', id, 'main h1')
  let stub: Note | null = null
  try {
    stub = (await client.notes.remove({ id })).stub
  } catch (error) {
    if (errorCode(error) !== 'NOT_FOUND') {
      toast({ kind: 'error', title: 'Failed to delete note. Please try again.', ...detailOf(error) })
      return false
    }
  }
  if (stub) changeNote(queryClient, id, () => stub)
  else dropNote(queryClient, id)
  if (parent_id)
    changeNote(queryClient, parent_id, (note) => ({
      ...note,
      replies_count: Math.max(0, note.replies_count - 1),
    }))
  toast({ kind: 'success', title: 'Note deleted' })
  goOn()
  return !stub
}

/**
 * Posted before, with the answer lost, and written on since: what is in the form now is what counts, so the note of the
 * former words makes way. Any other conflict has no note of ours to take away.
 */
async function send(note: Pick<Note, 'id' | 'content' | 'parent_id'>): Promise<Note> {
  noteSending(note.id)
  return client.notes.create(note).catch(async (refusal: unknown) => {
    if (errorCode(refusal) !== 'CONFLICT') throw refusal
    await client.notes.remove({ id: note.id }).catch((error: unknown) => {
      throw errorCode(error) === 'NOT_FOUND' ? refusal : error
    })
    return send({ ...note, id: newId() })
  })
}

function explained(error: unknown): never {
  const description = sendErrorText(error)
  toast({
    kind: 'error',
    title: 'Failed to post note. Please try again.',
    ...(description && { description }),
  })
  throw error
}

function detailOf(error: unknown) {
  const description = errorMessage(error)
  return description ? { description } : {}
}
