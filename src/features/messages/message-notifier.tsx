import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { isolated } from '../../platform/isolated.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useSession } from '../accounts/session/session.tsx'
import { displayName } from '../authors/display-name.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import type { Conversation } from './contract.ts'
import { latestConversations, refreshConversations } from './queries.ts'
import { latestMessageTime, unseenMessages } from './unseen-messages.ts'

/** On every page of a member: hears of messages, brings what is on screen up to date and says who wrote. */
export function MessageNotifier() {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === 'message' || type === 'messages_read' || type === 'missed')
      void refreshConversations(queryClient)
  })
  useMessageToasts(viewer?.id)
  return null
}

/** What came before the page was opened is no news. */
function useMessageToasts(viewerId: string | undefined) {
  const { data } = useQuery(latestConversations())
  const navigate = useNavigate()
  const toldUntil = useRef<string>(undefined)
  useEffect(() => {
    if (!data || !viewerId) return
    const since = toldUntil.current
    toldUntil.current = latestMessageTime(data.items, since)
    if (since === undefined) return
    for (const conversation of unseenMessages(data.items, viewerId, since, threadInView()))
      showMessageToast(
        conversation,
        (username) => void navigate({ to: '/messages', search: { with: username } }),
      )
  }, [data, viewerId, navigate])
}

/** Whose thread somebody looks at. */
function threadInView(): string | undefined {
  if (location.pathname !== '/messages' || document.visibilityState !== 'visible') return undefined
  return new URLSearchParams(location.search).get('with') ?? undefined
}

function showMessageToast({ with: other }: Conversation, open: (username: string) => void): void {
  toast({
    title: 'New message',
    description: `${isolated(displayName(other))} wrote to you.`,
    action: { label: 'Open', onPress: () => open(other.username) },
  })
}
