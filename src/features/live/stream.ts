import { heard } from './heard.ts'
import { type Hear, keepOpen, type Line } from './line.ts'
import { shareLine } from './tabs.ts'

/**
 * Feeds `heard` with what the live stream says to `as` (a member's id, or null for a guest), until `signal`. The tabs
 * of a browser share one stream where it can (tabs.ts); elsewhere each tab has its own. A page that goes into the
 * browser's back-and-forward cache lets go of it, and comes back.
 */
export function follow(as: string | null, signal: AbortSignal): void {
  const line: Line = { as, lastId: undefined, since: performance.timeOrigin }
  const hear: Hear = (event, id) => {
    line.lastId = id ?? line.lastId
    if (event) heard.say(event)
  }
  const canShare = 'locks' in navigator && 'BroadcastChannel' in globalThis
  const open = canShare ? shareLine : keepOpen
  let shown = new AbortController()
  const join = () => {
    shown = new AbortController()
    void open(line, hear, shown.signal)
  }
  const leave = () => shown.abort()
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) join()
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  signal.addEventListener('abort', () => {
    leave()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
  })
  if (!signal.aborted) join()
}
