import { randomBytes } from 'node:crypto'

/** Comments that keep a silent stream from being taken for a dead one: proxies give up after 30 to 60 seconds. */
const HEARTBEAT_MS = 25_000
const HEARTBEAT = Buffer.from(':\n\n')
/** What programs that use EventSource wait before they come back; our own page adds chance to it. */
const RETRY_MS = 3000
/** Recent events, replayed to a reader who reconnects: minutes of a busy forum, 1 MB. */
const KEPT_EVENTS = 2000
/** A reader this many bytes behind (some 500 events, besides what the network holds) is gone or hopeless. */
const BEHIND_LIMIT = 64 * 1024

/**
 * Where a stream's bytes go: a response of Node's, as it is. A web stream between the two costs 5 KB more for
 * each of 5,000 open streams (33 KB of resident memory instead of 28).
 */
export interface Sink {
  write(bytes: Uint8Array): unknown
  end(): unknown
  destroy(): unknown
  /** Bytes that wait for the reader. */
  readonly writableLength: number
}

/** Who opens a stream. */
export interface Listener {
  /** Hears what is sent to this group, and what is sent to everybody. */
  group: string
  /** The first message: what the stream is. */
  greeting: unknown
  /** The Last-Event-ID of who was here before. */
  lastId?: string | undefined
  /** Milliseconds: how far back to begin, for who was not. */
  past?: number | undefined
}

export interface Stream {
  /** Ends it in order. */
  end(): void
  /** For whoever sees the reader go. */
  left(): void
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>
}

interface Open {
  group: string
  sink: Sink
  gone: () => void
}

interface RecentEvent {
  time: number
  group: string | undefined
  frame: Uint8Array
}

/**
 * The open event streams of this node. An event is put into bytes once, however many streams hear it. Ids are a
 * clock's: they name a moment, so who comes back hears what came after it, or `missed` if nobody can know that.
 */
export class LiveHub {
  /** Of the process, so that another one's ids are unknown here. */
  private readonly boot = randomBytes(6).toString('base64url')
  private readonly groups = new Map<string, Set<Open>>()
  private readonly recent: RecentEvent[] = []
  /** Microseconds; every event after this moment is in `kept`. */
  private recentSince: number
  private time = 0
  private heartbeat: NodeJS.Timeout | undefined
  isClosed = false
  readonly counts = { streams: 0, events: 0, cut: 0 }

  constructor() {
    this.recentSince = this.tick()
  }

  /** To every stream of `group`, or without one to all. */
  send(event: unknown, group?: string): void {
    const time = this.tick()
    // Buffer.from() would cut the frame from a pool and retain all 64 KB of it: 125 MB for 2,000 events.
    const frame = new TextEncoder().encode(`${this.idAt(time)}${dataOf(event)}`)
    this.recent.push({ time, group, frame })
    if (this.recent.length > KEPT_EVENTS) this.recentSince = this.recent.shift()?.time ?? time
    this.counts.events++
    if (group === undefined) this.writeToAll(frame)
    else for (const stream of this.groups.get(group) ?? []) this.write(stream, frame)
  }

  /** Events may have been lost on their way here: all streams say so, now and to who comes back. */
  missed(): void {
    this.recent.length = 0
    this.recentSince = this.tick()
    this.writeToAll(Buffer.from(`${this.idAt(this.recentSince)}${dataOf(MISSED)}`))
  }

  open(listener: Listener, sink: Sink): Stream {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const stream: Open = { group: listener.group, sink, gone: resolve }
    sink.write(this.beginning(listener))
    this.add(stream)
    if (this.isClosed) this.end(stream)
    return { ended, end: () => this.end(stream), left: () => void this.remove(stream) }
  }

  /** Ends all streams and opens no more: their readers come back, to the next process or to another node. */
  close(): void {
    this.isClosed = true
    for (const stream of this.all()) this.end(stream)
  }

  /** Who it is for comes first, and last a moment to come back with. */
  private beginning({ greeting, group, lastId, past }: Listener): Buffer {
    const now = this.tick()
    const since = past === undefined ? this.momentOf(lastId) : now - past * 1000
    const first = Buffer.from(`retry: ${RETRY_MS}\n${dataOf(greeting)}`)
    const last = Buffer.from(`${this.idAt(now)}\n`)
    if (since === undefined) return Buffer.concat([first, last])
    // NaN is before everything, too.
    if (!(since >= this.recentSince)) return Buffer.concat([first, Buffer.from(dataOf(MISSED)), last])
    const missed = this.recent.filter((event) => event.time > since && (event.group ?? group) === group)
    return Buffer.concat([first, ...missed.map(({ frame }) => frame), last])
  }

  /** NaN for an id that is not ours; nothing when there is none. */
  private momentOf(id: string | undefined): number | undefined {
    if (!id) return undefined
    const [boot, time] = id.split('.')
    return boot === this.boot && time ? Number.parseInt(time, 36) : Number.NaN
  }

  private writeToAll(frame: Uint8Array) {
    for (const stream of this.all()) this.write(stream, frame)
  }

  private write(stream: Open, frame: Uint8Array) {
    if (stream.sink.writableLength <= BEHIND_LIMIT) return stream.sink.write(frame)
    this.counts.cut++
    this.remove(stream)
    stream.sink.destroy()
  }

  private end(stream: Open) {
    if (this.remove(stream)) stream.sink.end()
  }

  private *all() {
    for (const group of this.groups.values()) yield* group
  }

  private add(stream: Open) {
    const group = this.groups.get(stream.group) ?? new Set()
    this.groups.set(stream.group, group.add(stream))
    this.counts.streams++
    this.heartbeat ??= setInterval(() => this.writeToAll(HEARTBEAT), HEARTBEAT_MS).unref()
  }

  /** False when it had gone before. */
  private remove(stream: Open): boolean {
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

  /** Microseconds that never stand still: they say when something happened, and not how much did. */
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
