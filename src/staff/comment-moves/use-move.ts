import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api } from '../../core/client.ts'
import { selectComments } from '../../moderation/comment-selection/selection.ts'
import { postParams } from '../../shared/branding/item-address.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { MoveResult } from './contract.ts'

/** Returns a function that moves comments and opens the post where they are now. Rejects with the API's error. */
export function useMove() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const forget = () => {
    for (const group of [api.posts, api.comments, api.profiles, api.moderationActions, api.postModeration])
      queryClient.removeQueries({ queryKey: group.key(), type: 'inactive' })
  }
  return async (title: (moved: number) => string, act: () => Promise<MoveResult>): Promise<boolean> => {
    const post = await act()
    selectComments(undefined)
    forget()
    await router.navigate({ to: '/post/$id/{-$slug}', params: postParams(post) })
    // The page that was left is no longer active.
    forget()
    toast({ kind: 'success', title: title(post.moved) })
    return true
  }
}

export function movedText(moved: number): string {
  return moved === 1 ? 'Comment moved' : `${moved} comments moved`
}
