import { useQuery } from '@tanstack/react-query'
import { MessageNotifier } from './message-notifier.tsx'
import { latestConversations } from './queries.ts'
import { UnreadPill } from './unread-pill.tsx'

interface Props {
  className: string
  /** Also hears of messages and says who wrote: the one of them that is on every page. */
  announces?: boolean
}

/** How many messages wait, beside "Messages" in the navigation. */
export function UnreadMessages({ className, announces: isTelling }: Props) {
  const { data } = useQuery(latestConversations())
  return (
    <>
      <UnreadPill count={data?.unread ?? 0} className={className} />
      {isTelling && <MessageNotifier />}
    </>
  )
}
