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
  new Tab(line, hear, signal).join()
}

/** One of the tabs. */
class Tab {
  private readonly line: Connection
  private readonly hear: OnMessage
  private readonly signal: AbortSignal
  private readonly name: string
  private readonly channel: BroadcastChannel
  private readonly clock = setInterval(() => this.look(), SIGN_OF_LIFE)
  private isHolder = false
  private isKnown = false
  private lastSign = Date.now()
  private waiting = new AbortController()

  constructor(line: Connection, hear: OnMessage, signal: AbortSignal) {
    this.line = line
    this.hear = hear
    this.signal = signal
    this.name = `live ${line.as ?? 'guest'}`
    this.channel = new BroadcastChannel(this.name)
  }

  join(): void {
    this.channel.onmessage = ({ data }: MessageEvent<Word>) => this.listen(data)
    this.signal.addEventListener('abort', () => {
      clearInterval(this.clock)
      this.waiting.abort()
      this.channel.close()
    })
    this.wait()
    this.say({ isNew: true })
  }

  private say(word: Word): void {
    this.channel.postMessage(word)
  }

  private listen({ heard, id, isNew }: Word): void {
    if (isNew) {
      if (this.isHolder) this.say({ id: this.line.lastId })
      return
    }
    this.lastSign = Date.now()
    this.hear(heard, id)
    // What came between this page's beginning and now, nobody heard for it.
    if (!this.isKnown) this.hear({ type: 'missed' }, undefined)
    this.isKnown = true
  }

  private look(): void {
    if (this.isHolder) {
      this.say({ id: this.line.lastId })
      return
    }
    if (document.hidden || Date.now() - this.lastSign < TAKE_OVER) return
    this.lastSign = Date.now()
    this.waiting.abort()
    void this.hold({ steal: true })
  }

  private wait(): void {
    this.waiting = new AbortController()
    void this.hold({ signal: this.waiting.signal })
  }

  private async hold(options: LockOptions): Promise<void> {
    const { line, hear, signal } = this
    const holding = new AbortController()
    let isHeld = false
    const end = () => holding.abort()
    signal.addEventListener('abort', end)
    const pass: OnMessage = (event, id) => {
      hear(event, id)
      this.say({ heard: event, id })
    }
    await navigator.locks
      .request(this.name, options, () => {
        isHeld = this.isHolder = this.isKnown = true
        return connect(line, pass, holding.signal)
      })
      // Taken over by another tab, or no longer waited for.
      .catch((error: DOMException) => {
        end()
        // Where site data is forbidden locks are, too: each tab then hears for itself.
        if (error.name !== 'SecurityError' || signal.aborted) return
        clearInterval(this.clock)
        return connect(line, hear, signal)
      })
    signal.removeEventListener('abort', end)
    if (!isHeld) return
    this.isHolder = false
    if (!signal.aborted) this.wait()
  }
}
