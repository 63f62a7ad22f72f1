import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { errorCode } from '../../api/core/api-error.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Author } from '../authors/contract.ts'
import { conversationWith } from './queries.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whom to write to: `navigate({ to: '/messages', state: { user } })`. */
    user?: Pick<Author, 'username'>
  }
}

/** Opens the conversation that ?start= or the router's state asks for. True until it is known whether there is such a member. */
export function useStart(start: string | undefined, open: string | undefined): boolean {
  const user = useLocation({ select: ({ state }) => state.user })
  const wanted = start ?? (open ? undefined : user?.username)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (!wanted) return
    let isCurrent = true
    const go = async (username?: string) => {
      if (isCurrent)
        await navigate({ to: '/messages', search: username ? { with: username } : {}, replace: true })
    }
    queryClient.fetchQuery(conversationWith(wanted)).then(
      (conversation) => go(conversation.with.username),
      (error) => {
        if (isCurrent) toast({ kind: 'error', ...failureOf(error) })
        return go()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wanted, queryClient, navigate])
  return wanted !== undefined
}

function failureOf(error: unknown) {
  if (errorCode(error) === 'NOT_FOUND')
    return { title: 'Profile not found', description: 'The user profile could not be found' }
  return { title: 'Error', description: 'Failed to start conversation' }
}
