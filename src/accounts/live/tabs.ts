import { type Connection, connectLiveStream, type OnMessage } from './connection.ts'
import type { LiveMessage } from './use-live-events.ts'

/** Milliseconds between signs of life from the tab with the stream. Browsers may delay those of hidden tabs to 60 s. */
const SIGN_OF_LIFE = 20_000
/** Milliseconds without a sign of life after which a visible tab takes over the stream. */
const TAKE_OVER = 150_000

interface TabMessage {
  event?: LiveMessage | undefined
  id?: string | undefined
  isNew?: true
}

/** Shares one stream between tabs. The tab with the lock forwards events. Its successor resumes from the last id. */
export function shareConnection(connection: Connection, onMessage: OnMessage, signal: AbortSignal): void {
  new Tab(connection, onMessage, signal).join()
}

class Tab {
  private readonly connection: Connection
  private readonly onMessage: OnMessage
  private readonly signal: AbortSignal
  private readonly name: string
  private readonly channel: BroadcastChannel
  private readonly clock = setInterval(() => this.checkHolder(), SIGN_OF_LIFE)
  private isHolder = false
  private isKnown = false
  private lastSign = Date.now()
  private waiting = new AbortController()

  constructor(connection: Connection, onMessage: OnMessage, signal: AbortSignal) {
    this.connection = connection
    this.onMessage = onMessage
    this.signal = signal
    this.name = `stream ${connection.as ?? 'guest'}`
    this.channel = new BroadcastChannel(this.name)
  }

  join(): void {
    this.channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.receive(data)
    this.signal.addEventListener('abort', () => {
      clearInterval(this.clock)
      this.waiting.abort()
      this.channel.close()
    })
    this.awaitLock()
    this.post({ isNew: true })
  }

  private post(message: TabMessage): void {
    this.channel.postMessage(message)
  }

  private receive({ event, id, isNew }: TabMessage): void {
    if (isNew) {
      if (this.isHolder) this.post({ id: this.connection.lastId })
      return
    }
    this.lastSign = Date.now()
    this.onMessage(event, id)
    if (!this.isKnown) this.onMessage({ type: 'missed' }, undefined)
    this.isKnown = true
  }

  private checkHolder(): void {
    if (this.isHolder) {
      this.post({ id: this.connection.lastId })
      return
    }
    if (document.hidden || Date.now() - this.lastSign < TAKE_OVER) return
    this.lastSign = Date.now()
    this.waiting.abort()
    void this.holdStream({ steal: true })
  }

  private awaitLock(): void {
    this.waiting = new AbortController()
    void this.holdStream({ signal: this.waiting.signal })
  }

  private async holdStream(options: LockOptions): Promise<void> {
    const { connection, onMessage, signal } = this
    const holding = new AbortController()
    let isHeld = false
    const end = () => holding.abort()
    signal.addEventListener('abort', end)
    const pass: OnMessage = (event, id) => {
      onMessage(event, id)
      this.post({ event, id })
    }
    await navigator.locks
      .request(this.name, options, () => {
        isHeld = this.isHolder = this.isKnown = true
        return connectLiveStream(connection, pass, holding.signal)
      })
      // Rejects when another tab took over the stream, or when `signal` aborted.
      .catch((error: DOMException) => {
        end()
        // Browsers that block site data also block locks. Each tab then connects by itself.
        if (error.name !== 'SecurityError' || signal.aborted) return
        clearInterval(this.clock)
        return connectLiveStream(connection, onMessage, signal)
      })
    signal.removeEventListener('abort', end)
    if (!isHeld) return
    this.isHolder = false
    if (!signal.aborted) this.awaitLock()
  }
}
