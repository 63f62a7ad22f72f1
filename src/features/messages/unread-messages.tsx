import { useQuery } from '@tanstack/react-query'
import { latestConversations } from './queries.ts'
import { UnreadPill } from './unread-pill.tsx'

/** How many messages wait, beside "Messages" in the navigation. */
export default function UnreadMessages({ className }: { className: string }) {
  const { data } = useQuery(latestConversations())
  return <UnreadPill count={data?.unread ?? 0} className={className} />
}
