import { randomBytes } from 'node:crypto'

/** Milliseconds between heartbeats, because proxies close silent streams after 30 to 60 seconds. */
const HEARTBEAT_MS = 25_000
const HEARTBEAT = Buffer.from(':\n\n')
/** Reconnection delay for EventSource, in milliseconds. Our own page adds a random delay. */
const RETRY_MS = 3000
/** Number of stored events, which readers receive after a reconnection: a few busy minutes, 1 MB. */
const KEPT_EVENTS = 2000
/** Maximum unread bytes (about 500 events). A slower reader is disconnected. */
const BEHIND_LIMIT = 64 * 1024

/** The part of a Node response that a stream uses. A web stream takes 33 KB per reader instead of 28 KB. */
export interface Sink {
  write(bytes: Uint8Array): unknown
  end(): unknown
  destroy(): unknown
  readonly writableLength: number
}

export interface Listener {
  /** The reader's group. A reader receives the events for this group and those for everyone. */
  group: string
  greeting: unknown
  lastId?: string | undefined
  /** Replays the events of this many past milliseconds to a new reader. */
  past?: number | undefined
}

export interface Stream {
  end(): void
  /** Call it when the reader has disconnected. */
  left(): void
  ended: Promise<void>
}

interface OpenStream {
  group: string
  sink: Sink
  gone: () => void
}

interface RecentEvent {
  time: number
  group: string | undefined
  frame: Uint8Array
}

/** The open event streams of this node. A reconnecting reader receives all later events, or `missed`. */
export class LiveHub {
  /** Prefix of event ids that identifies this process. */
  private readonly boot = randomBytes(6).toString('base64url')
  private readonly groups = new Map<string, Set<OpenStream>>()
  private readonly recent: RecentEvent[] = []
  /** Timestamp in microseconds. `recent` contains all events after it. */
  private recentSince: number
  private time = 0
  private heartbeat: NodeJS.Timeout | undefined
  isClosed = false
  readonly counts = { streams: 0, events: 0, cut: 0 }

  constructor() {
    this.recentSince = this.tick()
  }

  /** Sends the event to a group, or to all streams if no group is given. */
  send(event: unknown, group?: string): void {
    const time = this.tick()
    // Buffer.from() would retain a pool of 64 KB for each stored event: 125 MB for 2,000 events.
    const frame = new TextEncoder().encode(`${this.idAt(time)}${dataOf(event)}`)
    this.recent.push({ time, group, frame })
    if (this.recent.length > KEPT_EVENTS) this.recentSince = this.recent.shift()?.time ?? time
    this.counts.events++
    if (group === undefined) this.writeToAll(frame)
    else for (const stream of this.groups.get(group) ?? []) this.write(stream, frame)
  }

  /** Sends `missed` to all readers, because events may be lost. Disconnected ones receive it later. */
  missed(): void {
    this.recent.length = 0
    this.recentSince = this.tick()
    this.writeToAll(Buffer.from(`${this.idAt(this.recentSince)}${dataOf(MISSED)}`))
  }

  open(listener: Listener, sink: Sink): Stream {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const stream: OpenStream = { group: listener.group, sink, gone: resolve }
    sink.write(this.beginning(listener))
    this.add(stream)
    if (this.isClosed) this.end(stream)
    return { ended, end: () => this.end(stream), left: () => void this.remove(stream) }
  }

  /** Ends all streams and refuses new ones, so that readers reconnect to another process. */
  close(): void {
    this.isClosed = true
    for (const stream of this.all()) this.end(stream)
  }

  private beginning({ greeting, group, lastId, past }: Listener): Buffer {
    const now = this.tick()
    const since = past === undefined ? this.momentOf(lastId) : now - past * 1000
    const first = Buffer.from(`retry: ${RETRY_MS}\n${dataOf(greeting)}`)
    const last = Buffer.from(`${this.idAt(now)}\n`)
    if (since === undefined) return Buffer.concat([first, last])
    // NaN for an id of another process, whose later events are unknown here. The reader receives `missed`.
    if (!(since >= this.recentSince)) return Buffer.concat([first, Buffer.from(dataOf(MISSED)), last])
    const missed = this.recent.filter((event) => event.time > since && (event.group ?? group) === group)
    return Buffer.concat([first, ...missed.map(({ frame }) => frame), last])
  }

  /** Returns the time in an event id, NaN for an id of another process, or undefined without an id. */
  private momentOf(id: string | undefined): number | undefined {
    if (!id) return undefined
    const [boot, time] = id.split('.')
    return boot === this.boot && time ? Number.parseInt(time, 36) : Number.NaN
  }

  private writeToAll(frame: Uint8Array) {
    for (const stream of this.all()) this.write(stream, frame)
  }

  private write(stream: OpenStream, frame: Uint8Array) {
    if (stream.sink.writableLength <= BEHIND_LIMIT) return stream.sink.write(frame)
    this.counts.cut++
    this.remove(stream)
    stream.sink.destroy()
  }

  private end(stream: OpenStream) {
    if (this.remove(stream)) stream.sink.end()
  }

  private *all() {
    for (const group of this.groups.values()) yield* group
  }

  private add(stream: OpenStream) {
    const group = this.groups.get(stream.group) ?? new Set()
    this.groups.set(stream.group, group.add(stream))
    this.counts.streams++
    this.heartbeat ??= setInterval(() => this.writeToAll(HEARTBEAT), HEARTBEAT_MS).unref()
  }

  private remove(stream: OpenStream): boolean {
    const group = this.groups.get(stream.group)
    if (!group?.delete(stream)) return false
    if (group.size === 0) this.groups.delete(stream.group)
    if (--this.counts.streams === 0) {
      clearInterval(this.heartbeat)
      this.heartbeat = undefined
    }
    stream.gone()
    return true
  }

  /** Returns strictly increasing microseconds. Unlike a counter, they hide the number of events. */
  private tick(): number {
    this.time = Math.max(this.time + 1, Date.now() * 1000)
    return this.time
  }

  private idAt(time: number) {
    return `id: ${this.boot}.${time.toString(36)}\n`
  }
}

const MISSED = { type: 'missed' }

function dataOf(event: unknown) {
  return `data: ${JSON.stringify(event)}\n\n`
}
