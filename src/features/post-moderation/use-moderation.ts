import { useQueryClient } from '@tanstack/react-query'
import { errorCode, errorMessage } from '../../api/core/api-error.ts'
import { api } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import type { PostModeration } from './contract.ts'

/** Does something with a post, says what came of it, and shows the post as it is now. Whether it was done. */
export function useModeration() {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return async (done: string, act: () => Promise<PostModeration>): Promise<boolean> => {
    try {
      const post = await act()
      queryClient.setQueryData(api.postModeration.read.queryKey({ input: { id: post.id } }), post)
      void queryClient.invalidateQueries({ queryKey: api.posts.read.key({ input: { id: post.id } }) })
      for (const group of [api.posts.list, api.profiles, api.moderationActions])
        queryClient.removeQueries({ queryKey: group.key(), type: 'inactive' })
      toast({ kind: 'success', title: done })
      return true
    } catch (error) {
      // The role may have been taken away meanwhile.
      if (errorCode(error) === 'FORBIDDEN') void refresh()
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'That could not be done', description })
      return false
    }
  }
}
