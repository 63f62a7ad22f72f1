// Simulates continuous traffic by browsers and members.
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveListener, listen } from '../listen.ts'
import type { populate } from './forum.ts'
import { type Version, versionOf } from './versions.ts'

export const CLIENTS = 6
/** Milliseconds after which a browser reopens an event stream that has ended. */
const RECONNECT_MS = 100

type Person = Awaited<ReturnType<typeof populate>>

/** Clients that load pages and assets, follow event streams and post comments on keep-alive connections. */
export class Traffic {
  done = 0
  readonly streams: LiveListener[] = []
  readonly failures: string[] = []
  readonly written = new Set<string>()
  readonly versions = new Set<Version | undefined>()
  readonly files = new Set<string>()
  private readonly over = new AbortController()
  private readonly clients: Promise<void>[]
  private readonly origin: string
  private readonly ada: Person

  constructor(origin: string, ada: Person) {
    this.origin = origin
    this.ada = ada
    const numbers = Array.from({ length: CLIENTS }, (_, number) => number)
    this.clients = numbers.flatMap((number) => [this.act(number), this.follow()])
  }

  /** Number of messages received on all event streams. */
  get events(): number {
    return this.streams.reduce((sum, stream) => sum + stream.messages().length, 0)
  }

  async end(): Promise<void> {
    this.over.abort()
    await Promise.all(this.clients)
  }

  private async act(number: number): Promise<void> {
    for (let n = 0; !this.over.signal.aborted; n++) {
      await this.visit('/')
      await this.visit(`/post/${this.ada.post}`)
      await this.request('me', fetch(`${this.origin}/api/me`, { headers: this.ada.headers }))
      const content = `Comment ${number}.${n} of ${this.origin}`
      if (n % 2 === number % 2)
        await this.request('comment', this.ada.comment(this.origin, content), () => this.written.add(content))
      await sleep(10)
    }
  }

  /** Requests a page and all its assets. */
  private async visit(path: string): Promise<void> {
    await this.request(path, fetch(this.origin + path), async (answer) => {
      const html = await answer.text()
      this.versions.add(versionOf(html))
      const files = new Set(html.match(/\/assets\/[\w.$@-]+/g))
      await Promise.all(Array.from(files, (file) => this.request(file, fetch(this.origin + file))))
      for (const file of files) this.files.add(file)
    })
  }

  /** Follows an event stream. When it ends, opens another one. */
  private async follow(): Promise<void> {
    const { signal } = this.over
    while (!signal.aborted) {
      const asked = fetch(`${this.origin}/api/live`, { signal })
      await this.request('stream', asked, async (answer) => {
        const stream = listen(answer.body as ReadableStream<Uint8Array>)
        this.streams.push(stream)
        await stream.ended
      })
      await sleep(RECONNECT_MS)
    }
  }

  private async request(
    what: string,
    asked: Promise<Response>,
    then?: (answer: Response) => unknown,
  ): Promise<void> {
    try {
      const answer = await asked
      if (answer.status >= 400)
        this.failures.push(`${what}: ${answer.status} ${(await answer.text()).slice(0, 200)}`)
      else if (then) await then(answer)
      else await answer.arrayBuffer()
    } catch (error) {
      if (!this.over.signal.aborted) this.failures.push(`${what}: ${(error as Error).cause ?? error}`)
    }
    this.done++
  }
}
