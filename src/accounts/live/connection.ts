import { dispatchPageEvent } from '../../platform/http/page-protocol.ts'
import type { LiveMessage } from './use-live-events.ts'

/** Milliseconds without data after which a stream counts as dead: two heartbeats and a margin. */
const SILENCE = 60_000
/** Milliseconds before the first reconnection. Doubles with each failure. Random, as restarts disconnect thousands. */
const FIRST_PAUSE = 2000
const LONGEST_PAUSE = 60_000

export interface Connection {
  /** Viewer that the stream must be for: a member's id, or null for a guest. */
  as: string | null
  /** Id of the last received event, after which the stream resumes. */
  lastId: string | undefined
  /** Time of the page load in milliseconds since 1970. The first stream includes events since then. */
  since: number
}

/** Called with an event, if there is one, and the id to resume the stream from. */
export type OnMessage = (event: LiveMessage | undefined, id: string | undefined) => void

/** Maintains a stream until `signal` aborts. Reconnects with backoff, and immediately when the network returns. */
export async function connectLiveStream(connection: Connection, onMessage: OnMessage, signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; failures++) {
    const attempt = await connectOnce(connection, onMessage, signal)
    if (attempt.wasOpen) failures = 0
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.5 + Math.random())
    await waitForRetry(Math.max(attempt.retryAfter, pause), signal)
  }
}

interface Attempt {
  wasOpen: boolean
  retryAfter: number
}

async function connectOnce(
  connection: Connection,
  onMessage: OnMessage,
  signal: AbortSignal,
): Promise<Attempt> {
  const watch = watchdog(signal)
  try {
    const past = connection.lastId ? '' : `?past=${Math.max(0, Math.round(Date.now() - connection.since))}`
    const headers = connection.lastId ? { 'last-event-id': connection.lastId } : undefined
    const response = await fetch(`/api/live${past}`, { headers, cache: 'no-store', signal: watch.signal })
    if (!response.ok || !response.body) return refusedAttempt(response)
    return await readStream(response.body, connection.as, onMessage, watch.heardSomething)
  } catch {
    return { wasOpen: false, retryAfter: 0 }
  } finally {
    watch.stop()
  }
}

async function readStream(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  as: string | null,
  onMessage: OnMessage,
  onBytes: () => void,
): Promise<Attempt> {
  const read = frameReader()
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let wasOpen = false
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      onBytes()
      for (const frame of read(piece.value)) {
        const event: LiveMessage | { type: 'open'; as: string | null } | undefined =
          frame.data && JSON.parse(frame.data)
        if (event?.type !== 'open') onMessage(event, frame.id)
        else if (event.as === as) wasOpen = true
        else return await notOurs(reader)
      }
    }
  } catch {
    // The stream broke. The caller reconnects.
  }
  return { wasOpen, retryAfter: 0 }
}

/** Handles a stream for another viewer: the session has changed, so the page must check it. */
async function notOurs(reader: ReadableStreamDefaultReader): Promise<Attempt> {
  dispatchPageEvent('session-ended')
  await reader.cancel()
  return { wasOpen: false, retryAfter: LONGEST_PAUSE }
}

function refusedAttempt(response: Response): Attempt {
  void response.body?.cancel()
  return { wasOpen: false, retryAfter: (Number(response.headers.get('retry-after')) || 0) * 1000 }
}

/** Aborts a connection that receives no data for SILENCE, also after sleep, and at once when offline. */
function watchdog(outer: AbortSignal) {
  const ended = new AbortController()
  const listening = new AbortController()
  const options = { signal: listening.signal }
  let last = Date.now()
  const look = () => {
    if (Date.now() - last > SILENCE) ended.abort()
  }
  const end = () => ended.abort()
  const timer = setInterval(look, SILENCE / 6)
  outer.addEventListener('abort', end, options)
  addEventListener('offline', end, options)
  document.addEventListener('visibilitychange', look, options)
  return {
    signal: ended.signal,
    heardSomething: () => {
      last = Date.now()
    },
    stop: () => {
      clearInterval(timer)
      listening.abort()
    },
  }
}

function waitForRetry(pause: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, navigator.onLine ? pause : LONGEST_PAUSE)
    addEventListener('online', go)
    signal.addEventListener('abort', go)
    if (signal.aborted) go()
  })
}

interface Frame {
  id?: string
  data?: string
}

/** Returns a parser of server-sent events that accepts arbitrary chunks. Ignores comments. */
export function frameReader(): (piece: string) => Frame[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.map(readBlock)
  }
}

function readBlock(block: string): Frame {
  const frame: Frame = {}
  for (const line of block.split('\n')) {
    const [, name, value] = /^(id|data): (.*)$/.exec(line) ?? []
    if (name) frame[name as keyof Frame] = value
  }
  return frame
}
