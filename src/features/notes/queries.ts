import { queryOptions } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'

/** The notes as they grow, from the page that the address asks for. */
export function notesQuery(sort: NoteSort, start?: string) {
  return api.notes.list.infiniteOptions({
    input: (cursor: string | undefined) => ({ sort, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** Notes of those whom the viewer follows, as they grow. Private: asked for by members alone. */
export function followedNotesQuery() {
  return api.notes.ofFollowed.infiniteOptions({
    input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    // Who has followed somebody meanwhile finds their notes.
    staleTime: 0,
  })
}

/** One note; null where there is none, or none any more. */
export function noteQuery(id: string) {
  return queryOptions({
    queryKey: api.notes.read.key({ input: { id } }),
    queryFn: (): Promise<Note | null> =>
      client.notes.read({ id }).catch((error: unknown) => {
        if (errorCode(error) === 'NOT_FOUND') return null
        throw error
      }),
  })
}

/** The replies to a note as they grow, oldest first. */
export function repliesQuery(id: string, start?: string) {
  return api.notes.replies.infiniteOptions({
    input: (cursor: string | undefined) => ({ id, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** A member's notes as they grow, from the page that the address asks for. */
export function profileNotesQuery(username: string, start: string | undefined) {
  return api.notes.ofProfile.infiniteOptions({
    input: (cursor: string | undefined) => ({ username, ...(cursor && { cursor }) }),
    initialPageParam: start,
    getNextPageParam: (last) => last.next ?? undefined,
  })
}

/** The cursor of the page that holds a reply, null for the first page; undefined if there is no such reply. */
export async function findReplyPage(id: string, reply_id: string): Promise<string | null | undefined> {
  try {
    return (await client.notes.pageOf({ id, reply_id })).start
  } catch (error) {
    // A broken address is one of no note.
    if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
