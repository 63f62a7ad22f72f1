import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../api/core/client.ts'

/** After a note was removed or restored: it is shown as everybody sees it now, and lists ask again. */
export function useShownAgain(id: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    const [fresh, { changeNote }] = await Promise.all([client.notes.read({ id }), import('./shown.ts')])
    changeNote(queryClient, id, () => fresh)
    void queryClient.invalidateQueries({ queryKey: api.notes.list.key(), refetchType: 'none' })
  }
}
