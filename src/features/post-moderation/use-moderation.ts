import { useQueryClient } from '@tanstack/react-query'
import { errorCode, errorField, errorMessage } from '../../api/core/api-error.ts'
import { api } from '../../api/core/client.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import type { PostModeration } from './contract.ts'

/**
 * Changes a post as a moderator, shows a toast and the new post, and returns whether it was done. Throws what is wrong with one
 * field, which the form shows there.
 */
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
      if (errorField(error)) throw error
      const description = errorMessage(error) ?? 'Check your connection and try again.'
      toast({ kind: 'error', title: 'That could not be done', description })
      return false
    }
  }
}
