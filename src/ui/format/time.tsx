import { useSyncExternalStore } from 'react'
import { absoluteTime, calendarDate, clockTime, machineTime, relativeTime } from './relative-time.ts'

/**
 * "about 2 hours ago", kept up to date. In the server's HTML it is the day, which is about as wide, so that nothing
 * moves when it changes; the exact time is there on hover.
 */
export function Time({ iso, className }: { iso: string; className?: string }) {
  const isHydrated = useSyncExternalStore(onEachMinute, minuteOfClient, () => null) !== null
  return (
    // The starter may have put the relative time there before hydration.
    <time
      dateTime={machineTime(iso)}
      data-relative
      title={absoluteTime(iso)}
      className={className}
      suppressHydrationWarning
    >
      {isHydrated ? relativeTime(iso) : calendarDate(iso)}
    </time>
  )
}

/** "21 November 2026", where the day says enough. */
export function DateOnly({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={machineTime(iso)} title={absoluteTime(iso)} className={className}>
      {calendarDate(iso)}
    </time>
  )
}

/** "14:05" on the reader's clock, where the day stands above. Only for what is rendered in the browser alone. */
export function ClockTime({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={machineTime(iso)} title={absoluteTime(iso)} className={className}>
      {clockTime(iso)}
    </time>
  )
}

const MINUTE = 60_000
const watchers = new Set<() => void>()
let clock: ReturnType<typeof setInterval> | undefined

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
