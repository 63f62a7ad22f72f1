import { useSyncExternalStore } from 'react'
import {
  absoluteTime,
  calendarDate,
  clockTime,
  localTime,
  machineTime,
  relativeTime,
  shortDate,
  shortTime,
} from './relative-time.ts'

interface Props {
  iso: string
  className?: string
}

/**
 * "about 2 hours ago", kept up to date. In the server's HTML it is the day, which is about as wide, so that nothing
 * moves when it changes; the exact time is there on hover, in UTC until script knows where the reader is.
 */
export function Time({ iso, className }: Props) {
  const isHydrated = useMinute() !== null
  return (
    // The starter may have put the relative time there before hydration.
    <time
      dateTime={machineTime(iso)}
      data-relative
      title={isHydrated ? localTime(iso) : absoluteTime(iso)}
      className={className}
      suppressHydrationWarning
    >
      {isHydrated ? relativeTime(iso) : calendarDate(iso)}
    </time>
  )
}

/** "3 h", "4 Mar" for the eye, in lists; who hears the page is told the long form. The server's HTML has the day alone. */
export function ShortTime({ iso, className }: Props) {
  const isHydrated = useMinute() !== null
  return (
    <time
      dateTime={machineTime(iso)}
      data-short
      title={isHydrated ? localTime(iso) : absoluteTime(iso)}
      className={className}
      suppressHydrationWarning
    >
      <span aria-hidden={isHydrated || undefined} suppressHydrationWarning>
        {isHydrated ? shortTime(iso) : shortDate(iso)}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {/* Never empty: where the starter has put a text, hydration looks for one. */}
        {isHydrated ? relativeTime(iso) : ' '}
      </span>
    </time>
  )
}

/** "21 November 2026", where the day says enough. */
export function DateOnly({ iso, className }: Props) {
  const isHydrated = useMinute() !== null
  return (
    <time
      dateTime={machineTime(iso)}
      title={isHydrated ? localTime(iso) : absoluteTime(iso)}
      className={className}
      suppressHydrationWarning
    >
      {calendarDate(iso)}
    </time>
  )
}

/** "14:05" on the reader's clock, where the day stands above. Only for what is rendered in the browser alone. */
export function ClockTime({ iso, className }: Props) {
  return (
    <time dateTime={machineTime(iso)} title={localTime(iso)} className={className}>
      {clockTime(iso)}
    </time>
  )
}

const MINUTE = 60_000
const watchers = new Set<() => void>()
let clock: ReturnType<typeof setInterval> | undefined

/** What times are shown by; null on the server and while the server's HTML is taken over. */
function useMinute() {
  return useSyncExternalStore(onEachMinute, minuteOfClient, () => null)
}

/** One clock for all times on the page. */
function onEachMinute(watcher: () => void) {
  watchers.add(watcher)
  clock ??= setInterval(() => {
    for (const each of watchers) each()
  }, MINUTE)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(clock)
    clock = undefined
  }
}

function minuteOfClient() {
  return Math.floor(Date.now() / MINUTE)
}
