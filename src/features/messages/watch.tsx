import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from '../../ui/toast.ts'
import { useSession } from '../accounts/session.tsx'
import { nameOf } from '../authors/name.ts'
import { useLive } from '../live/use-live.ts'
import type { Conversation } from './contract.ts'
import { latestOf, newsOf } from './news.ts'
import { latestConversations, refreshConversations } from './queries.ts'

/** On every page of a member: hears of messages, brings what is on screen up to date and says who wrote. */
export function MessageWatch() {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  useLive(({ type }) => {
    if (type === 'message' || type === 'messages_read' || type === 'missed')
      void refreshConversations(queryClient)
  })
  useTold(viewer?.id)
  return null
}

/** What came before the page was opened is no news. */
function useTold(viewerId: string | undefined) {
  const { data } = useQuery(latestConversations())
  const navigate = useNavigate()
  const toldUntil = useRef<string>(undefined)
  useEffect(() => {
    if (!data || !viewerId) return
    const since = toldUntil.current
    toldUntil.current = latestOf(data.items, since)
    if (since === undefined) return
    for (const conversation of newsOf(data.items, viewerId, since, threadInView()))
      announce(conversation, (username) => void navigate({ to: '/messages', search: { with: username } }))
  }, [data, viewerId, navigate])
}

/** Whose thread somebody looks at. */
function threadInView(): string | undefined {
  if (location.pathname !== '/messages' || document.visibilityState !== 'visible') return undefined
  return new URLSearchParams(location.search).get('with') ?? undefined
}

function announce({ with: other }: Conversation, open: (username: string) => void): void {
  toast({
    title: 'New message',
    description: `${nameOf(other)} wrote to you.`,
    action: { label: 'Open', onPress: () => open(other.username) },
  })
}
