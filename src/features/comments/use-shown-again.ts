import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/core/client.ts'

/** After a comment was removed or restored: the discussion as everybody sees it now. */
export function useShownAgain(): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: api.posts.key() })
    await queryClient.invalidateQueries({ queryKey: api.comments.key() })
  }
}
