import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveEvents } from '../../accounts/live/use-live-events.ts'
import { api } from '../../core/client.ts'
import { deletedIds } from '../../shared/deletions/deleted-ids.ts'
import { Button } from '../../ui/button.tsx'
import { withoutComment } from './comment-cache.ts'
import { useDiscussion } from './discussion-context.ts'
import { commentsQuery } from './queries.ts'

interface Props {
  known: ReadonlySet<string>
  refetch: () => Promise<unknown>
}

export function NewComments({ known, refetch }: Props) {
  const navigate = useNavigate()
  const [isLoading, setLoading] = useState(false)
  const ids = useNewComments(known)
  const show = async () => {
    setLoading(true)
    await refetch()
    // Because of the hash, useLinkedItem then loads all pages up to the first new comment.
    await navigate({ to: '.', search: true, hash: `comment-${ids[0]}`, replace: true })
    setLoading(false)
  }
  return (
    <div role="status" className="sticky top-20 z-10 flex h-0 justify-center">
      {ids.length > 0 && (
        <Button
          icon="icon-arrow-down"
          pending={isLoading}
          onClick={show}
          className="h-fit rounded-full! text-sm shadow-raised"
        >
          {ids.length === 1 ? '1 new comment' : `${ids.length} new comments`}
        </Button>
      )}
    </div>
  )
}

/** Returns ids of comments posted since the list was loaded, oldest first. Also drops deleted comments. */
function useNewComments(known: ReadonlySet<string>): string[] {
  const { postId, view } = useDiscussion().place
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
    const isHere = event.type === 'comments' && event.post_id === postId
    const isChange = isHere && (event.act === 'redacted' || event.act === 'moved')
    if (event.type === 'missed' || isChange)
      void queryClient.invalidateQueries({ queryKey: api.comments.list.key({ input: { id: postId } }) })
    if (isChange)
      return void queryClient.invalidateQueries({ queryKey: api.posts.read.key({ input: { id: postId } }) })
    if (!isHere) return
    if (event.act === 'deleted') drop(event.id)
    else setIds((all) => [...all.filter((id) => id !== event.id), event.id])
  })
  return ids.filter((id) => !known.has(id) && !deletedIds.has(id))
}
