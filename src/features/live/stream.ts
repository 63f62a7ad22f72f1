import { heard } from './heard.ts'
import { type Hear, keepOpen, type Line } from './line.ts'
import { shareLine } from './tabs.ts'

/**
 * Feeds `heard` with what the live stream says to `as` (a member's id, or null for a guest), until `signal`. The tabs
 * of a browser share one stream (tabs.ts). Where it cannot do that, as over http from another machine, only tabs that
 * somebody looks at have one: a browser opens six connections to a host, and these do not end. A page that goes into
 * the browser's back-and-forward cache lets go of it, and comes back.
 */
export function follow(as: string | null, signal: AbortSignal): void {
  const line: Line = { as, lastId: undefined, since: performance.timeOrigin }
  const hear: Hear = (event, id) => {
    line.lastId = id ?? line.lastId
    if (event) heard.say(event)
  }
  const canShare = 'locks' in navigator && typeof BroadcastChannel === 'function'
  const open = canShare ? shareLine : keepOpen
  let shown = new AbortController()
  const leave = () => shown.abort()
  const join = () => {
    leave()
    shown = new AbortController()
    if (canShare || !document.hidden) void open(line, hear, shown.signal)
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) join()
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  if (!canShare) document.addEventListener('visibilitychange', join)
  signal.addEventListener('abort', () => {
    leave()
    heard.forget()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
    document.removeEventListener('visibilitychange', join)
  })
  if (!signal.aborted) join()
}
