import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '../accounts/session/session.tsx'

/**
 * Name and face are in the header, on cards, everywhere. The session has the new ones when this resolves; what is on
 * screen is fetched anew, and the rest when it comes on screen.
 */
export function useShowEverywhere(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { refresh } = useSession()
  return async () => {
    await refresh()
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => !isForm(path) })
  }
}

/** A form keeps what it was opened with, until it is saved or given up. */
function isForm(path: unknown): boolean {
  return Array.isArray(path) && path[0] === 'me'
}
