import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLiveEvents } from '../../accounts/live/use-live-events.ts'
import { useSession } from '../../accounts/session/session.tsx'
import { UNREAD_CAP } from '../../people/notifications/policy.ts'
import { isolateText } from '../../platform/bidi-isolation.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { Conversation } from './contract.ts'
import { latestConversations, refreshConversations } from './queries.ts'
import { latestMessageTime, unseenMessages } from './unseen-messages.ts'

interface Props {
  className: string
  /** Whether to show toasts for new messages too. Set by only one instance per page. */
  announces?: boolean
}

export function UnreadMessages({ className, announces: isTelling }: Props) {
  const { data } = useQuery(latestConversations())
  return (
    <>
      <UnreadPill count={data?.unread ?? 0} className={className} />
      {isTelling && <MessageNotifier />}
    </>
  )
}

export function UnreadPill({ count, className = '' }: { count: number; className?: string }) {
  if (count <= 0) return null
  const shown = count > UNREAD_CAP ? `${UNREAD_CAP}+` : count
  return (
    <span
      className={`rounded-full bg-act px-1.5 text-[0.6875rem] leading-4.5 font-bold whitespace-nowrap text-on-act tabular-nums ${className}`}
    >
      {shown}
      <span className="sr-only"> unread</span>
    </span>
  )
}

function MessageNotifier() {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  useLiveEvents(({ type }) => {
    if (type === 'message' || type === 'messages_read' || type === 'missed')
      void refreshConversations(queryClient)
  })
  useMessageToasts(viewer?.id)
  return null
}

/** Shows a toast for each conversation with new messages since the page was loaded. */
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

function threadInView(): string | undefined {
  if (location.pathname !== '/messages' || document.visibilityState !== 'visible') return undefined
  return new URLSearchParams(location.search).get('with') ?? undefined
}

function showMessageToast({ with: other }: Conversation, open: (username: string) => void): void {
  toast({
    title: 'New message',
    description: `${isolateText(displayName(other))} sent you a message.`,
    action: { label: 'Open', onPress: () => open(other.username) },
  })
}
