import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import {
  type DataItem,
  type QueryDataTransform,
  replaceItems,
} from '../../shared/deletions/query-data-transform.ts'
import type { Note } from './contract.ts'
import { toNoteStub } from './note-cache.ts'

/** Removes a deleted note from cached lists and counts. If others have replied, a stub replaces it. */
export function withoutDeletedNote({ id, parent_id }: Note, hasRepliesOfOthers: boolean): QueryDataTransform {
  return (data) =>
    replaceItems(data, (item) => {
      if (item.target_id === id || (item.parent_id === id && !hasRepliesOfOthers)) return undefined
      if (item.id === id)
        return hasRepliesOfOthers && isNote(item) && item.replies_count > 0
          ? { ...toNoteStub(item) }
          : undefined
      return item.id === parent_id && isNote(item) ? withFewerReplies(item) : item
    })
}

export function transformAfterDeletion(note: Note, stub: Note | null): QueryDataTransform {
  if (!stub) return withoutDeletedNote(note, false)
  return (data) =>
    replaceItems(data, (item) => {
      if (item.target_id === note.id) return undefined
      return item.id === note.id && isNote(item) ? { ...stub } : item
    })
}

/** Whether other members have replied to the note. True if unknown, because not all replies are loaded. */
export function hasRepliesOfOthers(queryClient: QueryClient, note: Note): boolean {
  if (note.replies_count === 0) return false
  const lists = queryClient.getQueriesData<Replies>({
    queryKey: api.notes.replies.key({ input: { id: note.id } }),
  })
  const replies = lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items) ?? [])
  const own = replies.filter(({ author }) => author && author.id === note.author?.id)
  return new Set(own.map(({ id }) => id)).size < note.replies_count
}

type Replies = InfiniteData<{ items: Note[] }>

function withFewerReplies(note: DataItem & Note): DataItem | undefined {
  const replies_count = Math.max(0, note.replies_count - 1)
  return note.is_deleted && replies_count === 0 ? undefined : { ...note, replies_count }
}

/** Whether an item is a note. Search results and feed entries lack these fields. */
function isNote(item: DataItem): item is DataItem & Note {
  return typeof item.content === 'string' && typeof item.replies_count === 'number'
}
