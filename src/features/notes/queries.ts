import { queryOptions } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import { api, client } from '../../api/core/client.ts'
import { cursorPages } from '../../api/core/query-options.ts'
import type { Note } from './contract.ts'
import type { NoteSort } from './policy.ts'

export function notesQuery(sort: NoteSort, start?: string) {
  return api.notes.list.infiniteOptions(cursorPages({ sort }, start))
}

export function followedNotesQuery() {
  return api.notes.ofFollowed.infiniteOptions({ ...cursorPages({}), staleTime: 0 })
}

/** Null if there is no such note. */
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

/** The cursor of the page that holds a reply, null for the first page. Undefined if there is none. */
export async function findReplyPage(id: string, reply_id: string): Promise<string | null | undefined> {
  try {
    return (await client.notes.pageOf({ id, reply_id })).start
  } catch (error) {
    // BAD_REQUEST: the id in the address is no UUID.
    if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}
