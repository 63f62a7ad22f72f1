import { dispatchPageEvent } from '../../platform/http/page-protocol.ts'
import { type Connection, connectLiveStream, type OnMessage } from './connection.ts'
import { shareConnection } from './tabs.ts'
import { liveEvents } from './use-live-events.ts'

/**
 * Emits live events for `as` (a member's id, or null for a guest) until `signal` aborts. Tabs share one stream
 * (tabs.ts). Without Web Locks, for example over http, only visible tabs connect, because browsers open at most six
 * connections per host. Pages in the back/forward cache disconnect.
 */
export function openLiveStream(as: string | null, signal: AbortSignal): void {
  const connection: Connection = { as, lastId: undefined, since: performance.timeOrigin }
  const onMessage: OnMessage = (event, id) => {
    connection.lastId = id ?? connection.lastId
    if (event) liveEvents.emit(event)
    if (event?.type === 'sanction') dispatchPageEvent('session-ended')
  }
  const canShare = 'locks' in navigator && typeof BroadcastChannel === 'function'
  const open = canShare ? shareConnection : connectLiveStream
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
  addEventListener('pagehide', leave, { signal })
  addEventListener('pageshow', comeBack, { signal })
  if (!canShare) document.addEventListener('visibilitychange', join, { signal })
  signal.addEventListener('abort', () => {
    leave()
    liveEvents.clear()
  })
  if (!signal.aborted) join()
}
