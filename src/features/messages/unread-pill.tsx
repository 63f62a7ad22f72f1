import { UNREAD_CAP } from '../notifications/policy.ts'

/** "3", "99+", or nothing when all is read. */
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
