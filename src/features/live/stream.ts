import { dispatchPageEvent } from '../../platform/page-protocol.ts'
import { type Connection, connect, type OnMessage } from './connection.ts'
import { shareConnection } from './tabs.ts'
import { liveEvents } from './use-live-events.ts'

/**
 * Feeds `heard` with what the live stream says to `as` (a member's id, or null for a guest), until `signal`. The tabs
 * of a browser share one stream (tabs.ts). Where it cannot do that, as over http from another machine, only tabs that
 * somebody looks at have one: a browser opens six connections to a host, and these do not end. A page that goes into
 * the browser's back-and-forward cache lets go of it, and comes back.
 */
export function follow(as: string | null, signal: AbortSignal): void {
  const connection: Connection = { as, lastId: undefined, since: performance.timeOrigin }
  const onMessage: OnMessage = (event, id) => {
    connection.lastId = id ?? connection.lastId
    if (event) liveEvents.emit(event)
    if (event?.type === 'sanction') dispatchPageEvent('session-ended')
  }
  const canShare = 'locks' in navigator && typeof BroadcastChannel === 'function'
  const open = canShare ? shareConnection : connect
  let shown = new AbortController()
  const leave = () => shown.abort()
  const join = () => {
    leave()
    shown = new AbortController()
    if (canShare || !document.hidden) void open(connection, onMessage, shown.signal)
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) join()
  }
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  if (!canShare) document.addEventListener('visibilitychange', join)
  signal.addEventListener('abort', () => {
    leave()
    liveEvents.clear()
    removeEventListener('pagehide', leave)
    removeEventListener('pageshow', comeBack)
    document.removeEventListener('visibilitychange', join)
  })
  if (!signal.aborted) join()
}
