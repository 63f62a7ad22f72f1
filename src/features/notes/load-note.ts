import type { QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { isUuid } from '../../platform/uuid.ts'
import { type NoteMetadata, noteMetadata } from './metadata.ts'
import { noteQuery, repliesQuery } from './queries.ts'

/**
 * Everything that the page of a note shows to a visitor; answers what its head says. A reply leads to its place below
 * the note that it answers.
 */
export async function loadNote(
  queryClient: QueryClient,
  id: string,
  repliesFrom: string | undefined,
): Promise<NoteMetadata> {
  if (!isUuid(id)) throw notFound()
  const replies = queryClient.prefetchInfiniteQuery(repliesQuery(id, repliesFrom))
  const note = await queryClient.ensureQueryData(noteQuery(id))
  if (!note) throw notFound()
  if (note.parent_id)
    throw redirect({ to: '/notes/$id', params: { id: note.parent_id }, search: {}, hash: `note-${id}` })
  await replies
  return noteMetadata(note)
}
