import { useQuery } from '@tanstack/react-query'
import { api } from '../../core/client.ts'
import { useRefetchOn } from '../../moderation/use-refetch-on.ts'
import { WAITING_CAP } from './waiting-cap.ts'

/** Query for the number of open cases of each kind. Live events (server-sent events) invalidate it. */
export function waitingCasesQuery() {
  return api.moderationCases.waiting.queryOptions({ staleTime: 300_000 })
}

/** Badge in the navigation with the number of open cases. Live events refetch all lists of cases. */
export function WaitingCases({ className = '' }: { className?: string }) {
  const { data } = useQuery(waitingCasesQuery())
  useRefetchOn('case', api.moderationCases.key())
  const open = data?.open ?? 0
  if (open === 0) return null
  return (
    <span
      className={`rounded-full bg-act px-1.5 text-[0.6875rem] leading-4.5 font-bold whitespace-nowrap text-on-act tabular-nums ${className}`}
    >
      {open >= WAITING_CAP ? `${WAITING_CAP - 1}+` : open}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
