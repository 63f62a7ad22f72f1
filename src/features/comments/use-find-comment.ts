import { useNavigate } from '@tanstack/react-router'
import { toast } from '../../ui/feedback/toast.ts'
import type { CommentsView } from './comments-view.ts'
import { findCommentPage } from './queries.ts'

interface Options {
  postId: string
  view: CommentsView
  /** Reads anew what is on screen. */
  refetch: () => Promise<unknown>
}

/** Leads to the page of the discussion that holds a comment; false if there is no such comment. */
export function useFindComment({ postId, view: { sort, start }, refetch }: Options) {
  const navigate = useNavigate()
  return async (id: string): Promise<boolean> => {
    try {
      const page = await findCommentPage({ id: postId, comment_id: id, sort })
      if (page === undefined) {
        toast({ title: 'Comment not found', description: 'It may have been deleted.' })
        return false
      }
      // It is newer than the page on screen.
      if ((page ?? undefined) === start) await refetch()
      else
        await navigate({
          to: '/post/$id',
          params: { id: postId },
          search: { ...(sort && { sort }), ...(page && { comments: page }) },
          hash: `comment-${id}`,
          replace: true,
        })
      return true
    } catch {
      toast({
        kind: 'error',
        title: 'The comment could not be loaded',
        description: 'Please try again later',
      })
      return false
    }
  }
}
