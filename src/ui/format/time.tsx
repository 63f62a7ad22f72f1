import { useSyncExternalStore } from 'react'
import {
  absoluteTime,
  calendarDate,
  clockTime,
  localDate,
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

/** Shows "about 2 hours ago", updated each minute. The server's HTML has the date, which is about as wide. */
export function Time(props: Props) {
  const { iso } = props
  const [isHydrated, attributes] = useAttributes(props)
  return (
    <time {...attributes} data-relative>
      {isHydrated ? relativeTime(iso) : calendarDate(iso)}
    </time>
  )
}

/** Shows "3 h" or "4 Mar", and the long form to screen readers. The server's HTML contains only the date. */
export function ShortTime(props: Props) {
  const { iso } = props
  const [isHydrated, attributes] = useAttributes(props)
  return (
    <time {...attributes} data-short>
      <span aria-hidden={isHydrated || undefined} suppressHydrationWarning>
        {isHydrated ? shortTime(iso) : shortDate(iso)}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {/* Contains at least a space, because hydration expects the text node of showRelativeTimes(). */}
        {isHydrated ? relativeTime(iso) : ' '}
      </span>
    </time>
  )
}

/** Shows "21 November 2026" in the reader's time zone. The server's HTML has the day in UTC, as its title states. */
export function DateOnly(props: Props) {
  const [isHydrated, attributes] = useAttributes(props)
  return (
    <time {...attributes} data-date>
      {isHydrated ? localDate(props.iso) : calendarDate(props.iso)}
    </time>
  )
}

/** Shows "14:05" in the reader's time zone. The server does not know it, so it cannot render this. */
export function ClockTime({ iso, className }: Props) {
  return (
    <time dateTime={machineTime(iso)} title={localTime(iso)} className={className}>
      {clockTime(iso)}
    </time>
  )
}

/** Returns the attributes of <time>. showRelativeTimes() may have changed them, so React must not warn. */
function useAttributes({ iso, className }: Props) {
  const isHydrated = useMinute() !== null
  const title = isHydrated ? localTime(iso) : absoluteTime(iso)
  return [
    isHydrated,
    { dateTime: machineTime(iso), title, className, suppressHydrationWarning: true },
  ] as const
}

const MINUTE = 60_000
const watchers = new Set<() => void>()
let clock: ReturnType<typeof setInterval> | undefined

/** Returns the current minute, or null on the server and during hydration. */
function useMinute() {
  return useSyncExternalStore(
    onEachMinute,
    () => Math.floor(Date.now() / MINUTE),
    () => null,
  )
}

/** Calls `watcher` each minute. All times on the page share one timer. */
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
