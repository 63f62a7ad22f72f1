import { queryOptions } from '@tanstack/react-query'
import { errorCode } from '../../core/api-error.ts'
import { api, client } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'

export function notesQuery(sort: NoteSort, start?: string) {
  return api.notes.list.infiniteOptions(cursorPages({ sort }, start))
}

export function followedNotesQuery() {
  return api.notes.ofFollowed.infiniteOptions({ ...cursorPages({}), staleTime: 0 })
}

/** Query for a note. Its data is null if the note does not exist. */
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

export function repliesQuery(id: string, start?: string) {
  return api.notes.replies.infiniteOptions(cursorPages({ id }, start))
}

export function profileNotesQuery(username: string, start: string | undefined) {
  return api.notes.ofProfile.infiniteOptions(cursorPages({ username }, start))
}

/** Returns the cursor of the reply's page, null for the first page, undefined for an unknown reply. */
export async function findReplyPage(id: string, reply_id: string): Promise<string | null | undefined> {
  try {
    return (await client.notes.pageOf({ id, reply_id })).start
  } catch (error) {
    // The API returns BAD_REQUEST if the id in the URL is not a UUID.
    if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
