import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { CommentsView } from './comments-view.ts'
import { useNewComments } from './use-new-comments.ts'

interface Props {
  postId: string
  view: CommentsView
  known: ReadonlySet<string>
  /** Reads anew what is on screen. */
  refetch: () => Promise<unknown>
}

/** "2 new comments": they come when somebody asks for them, so that nothing moves under the eyes; it leads to the first. */
export function NewComments({ postId, view, known, refetch }: Props) {
  const navigate = useNavigate()
  const [isLoading, setLoading] = useState(false)
  const ids = useNewComments(postId, view, known)
  const show = async () => {
    setLoading(true)
    await refetch()
    // Where it is on a later page, the pages until then are loaded (useLinkedItem).
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
