import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/core/client.ts'
import { beingDeleted } from '../deletions/being-deleted.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import type { CommentsView } from './comments-view.ts'
import { withoutComment } from './pages.ts'
import { commentsQuery } from './queries.ts'

/**
 * Ids of comments that others have written since the list was loaded, oldest first; what is deleted goes from the list
 * at once. For members, who have a stream of events.
 * @param known ids of what is on screen, also what is on its way from here
 */
export function useNewComments(postId: string, view: CommentsView, known: ReadonlySet<string>): string[] {
  const queryClient = useQueryClient()
  const [ids, setIds] = useState<readonly string[]>([])
  const drop = (id: string) => {
    setIds((all) => all.filter((each) => each !== id))
    queryClient.setQueryData(commentsQuery(postId, view).queryKey, (pages) => {
      const gone = pages?.pages.flatMap(({ items }) => items).find((item) => item.id === id)
      return pages && gone && !gone.is_deleted ? withoutComment(pages, gone) : pages
    })
  }
  useLiveEvents((event) => {
    if (event.type === 'missed')
      void queryClient.invalidateQueries({ queryKey: api.comments.list.key({ input: { id: postId } }) })
    if (event.type !== 'comments' || event.post_id !== postId) return
    if (event.act === 'deleted') drop(event.id)
    else setIds((all) => [...all.filter((id) => id !== event.id), event.id])
  })
  return ids.filter((id) => !known.has(id) && !beingDeleted.has(id))
}
