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

/** "about 2 hours ago", updated each minute. The server's HTML has the day, about as wide, so that nothing moves. */
export function Time(props: Props) {
  const { iso } = props
  const [isHydrated, attributes] = useAttributes(props)
  return (
    <time {...attributes} data-relative>
      {isHydrated ? relativeTime(iso) : calendarDate(iso)}
    </time>
  )
}

/** "3 h" or "4 Mar", with the long form for screen readers. The server's HTML contains only the day. */
export function ShortTime(props: Props) {
  const { iso } = props
  const [isHydrated, attributes] = useAttributes(props)
  return (
    <time {...attributes} data-short>
      <span aria-hidden={isHydrated || undefined} suppressHydrationWarning>
        {isHydrated ? shortTime(iso) : shortDate(iso)}
      </span>
      <span className="sr-only" suppressHydrationWarning>
        {/* Never empty, because hydration expects a text node where the starter has added one. */}
        {isHydrated ? relativeTime(iso) : ' '}
      </span>
    </time>
  )
}

/** Shows "21 November 2026". */
export function DateOnly(props: Props) {
  const [, attributes] = useAttributes(props)
  return <time {...attributes}>{calendarDate(props.iso)}</time>
}

/** Shows "14:05" in the reader's time zone. Only for parts that the server does not render. */
export function ClockTime({ iso, className }: Props) {
  return (
    <time dateTime={machineTime(iso)} title={localTime(iso)} className={className}>
      {clockTime(iso)}
    </time>
  )
}

/** The title is in UTC until the reader's time zone is known. The starter may change all of it before hydration. */
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

/** Null on the server and during hydration. */
function useMinute() {
  return useSyncExternalStore(
    onEachMinute,
    () => Math.floor(Date.now() / MINUTE),
    () => null,
  )
}

/** Uses one timer for all times on the page. */
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
