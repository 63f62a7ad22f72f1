import { type Connection, connect, type OnMessage } from './connection.ts'
import type { LiveMessage } from './event-bus.ts'

/** The tab that holds the stream says so this often, in ms. A browser may slow a hidden tab down to once a minute. */
const SIGN_OF_LIFE = 20_000
/** After this many ms of silence its holder was put to sleep: a tab that somebody looks at takes the stream over. */
const TAKE_OVER = 150_000

/** What tabs say to each other: what was heard, the newest id, or that somebody is new here. */
interface Word {
  heard?: LiveMessage | undefined
  id?: string | undefined
  isNew?: true
}

/**
 * One stream for all tabs of a browser with the same viewer: who gets the lock holds it and passes on what it hears;
 * when its tab is closed, the next one gets the lock and goes on from the newest id.
 */
export function shareConnection(line: Connection, hear: OnMessage, signal: AbortSignal): void {
  const name = `live ${line.as ?? 'guest'}`
  const channel = new BroadcastChannel(name)
  const say = (word: Word) => channel.postMessage(word)
  let isHolder = false
  let isKnown = false
  let lastSign = Date.now()
  let waiting = new AbortController()

  channel.onmessage = ({ data: { heard, id, isNew } }: MessageEvent<Word>) => {
    if (isNew) return isHolder && say({ id: line.lastId })
    lastSign = Date.now()
    hear(heard, id)
    // What came between this page's beginning and now, nobody heard for it.
    if (!isKnown) hear({ type: 'missed' }, undefined)
    isKnown = true
  }
  const hold = async (options: LockOptions) => {
    const holding = new AbortController()
    let isHeld = false
    const end = () => holding.abort()
    signal.addEventListener('abort', end)
    const pass: OnMessage = (event, id) => {
      hear(event, id)
      say({ heard: event, id })
    }
    await navigator.locks
      .request(name, options, () => {
        isHeld = isHolder = isKnown = true
        return connect(line, pass, holding.signal)
      })
      // Taken over by another tab, or no longer waited for.
      .catch((error: DOMException) => {
        end()
        // Where site data is forbidden locks are, too: each tab then hears for itself.
        if (error.name !== 'SecurityError' || signal.aborted) return
        clearInterval(clock)
        return connect(line, hear, signal)
      })
    signal.removeEventListener('abort', end)
    if (!isHeld) return
    isHolder = false
    if (!signal.aborted) wait()
  }
  const wait = () => {
    waiting = new AbortController()
    void hold({ signal: waiting.signal })
  }
  const clock = setInterval(() => {
    if (isHolder) return say({ id: line.lastId })
    if (document.hidden || Date.now() - lastSign < TAKE_OVER) return
    lastSign = Date.now()
    waiting.abort()
    void hold({ steal: true })
  }, SIGN_OF_LIFE)
  signal.addEventListener('abort', () => {
    clearInterval(clock)
    waiting.abort()
    channel.close()
  })
  wait()
  say({ isNew: true })
}
