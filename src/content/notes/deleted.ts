import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { type Instead, type Item, replaceIn } from '../../shared/deletions/instead.ts'
import type { Note } from './contract.ts'
import { stubOf } from './shown.ts'

/** Updates cached data after a deletion: a stub if others have replied, else removed and no longer counted. */
export function withoutDeleted({ id, parent_id }: Note, hasRepliesOfOthers: boolean): Instead {
  return (data) =>
    replaceIn(data, (item) => {
      if (item.target_id === id || (item.parent_id === id && !hasRepliesOfOthers)) return undefined
      if (item.id === id)
        return hasRepliesOfOthers && isNote(item) && item.replies_count > 0 ? { ...stubOf(item) } : undefined
      return item.id === parent_id && isNote(item) ? withFewerReplies(item) : item
    })
}

export function insteadOf(note: Note, stub: Note | null): Instead {
  if (!stub) return withoutDeleted(note, false)
  return (data) =>
    replaceIn(data, (item) => {
      if (item.target_id === note.id) return undefined
      return item.id === note.id && isNote(item) ? { ...stub } : item
    })
}

/** Returns true if unknown, as when not all replies are loaded. */
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

function withFewerReplies(note: Item & Note): Item | undefined {
  const replies_count = Math.max(0, note.replies_count - 1)
  return note.is_deleted && replies_count === 0 ? undefined : { ...note, replies_count }
}

/** Search results and feed entries lack these fields. */
function isNote(item: Item): item is Item & Note {
  return typeof item.content === 'string' && typeof item.replies_count === 'number'
}
