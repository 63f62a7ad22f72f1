import { isUnreachable } from '../../core/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { formsWithDraft } from '../../shared/drafts/draft-keys.ts'
import { deleteDraft, readDraft, writeDraft } from '../../shared/drafts/storage.ts'
import type { Message } from './contract.ts'

export interface QueuedMessage {
  id: string
  content: string
  /** Creation time in ISO 8601 UTC. After sending, the server's time replaces the browser's. */
  created_at: string
  state: 'sending' | 'failed' | 'sent'
}

export interface OutboxOptions {
  /** Sends a message. Rejects on failure. A retry with the same id creates no second message. */
  send: (message: Pick<QueuedMessage, 'id' | 'content'>) => Promise<Pick<Message, 'created_at'>>
  onFailure: (error: unknown) => void
  /** URL of the conversation, where the member can retry unsent messages. */
  address: string
}

/** Sends messages to one member in order, one at a time. Stores unsent ones, so that they can be retried. */
export class Outbox {
  private waiting: readonly QueuedMessage[]
  private isSending = false
  private latest = 0
  private readonly watchers = new Set<() => void>()
  private readonly memberId: string
  private readonly otherId: string
  private readonly post: OutboxOptions

  constructor(memberId: string, otherId: string, post: OutboxOptions) {
    this.memberId = memberId
    this.otherId = otherId
    this.post = post
    this.waiting = this.stored()
  }

  readonly read = (): readonly QueuedMessage[] => this.waiting

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  readonly add = (content: string): void => {
    // Each message gets a later millisecond, because ids contain it and stored messages are sorted by id.
    this.latest = Math.max(Date.now(), this.latest + 1)
    const written = { content, created_at: new Date(this.latest).toISOString() }
    const message = { ...written, id: newId(this.latest), state: 'sending' as const }
    writeDraft(this.keyOf(message.id), written)
    this.show([...this.waiting, message])
    this.retry()
  }

  readonly retry = (): void => {
    this.show(this.waiting.map((each) => (each.state === 'failed' ? { ...each, state: 'sending' } : each)))
    void this.sendAll()
  }

  readonly remove = (id: string): void => {
    deleteDraft(this.keyOf(id))
    this.show(this.waiting.filter((each) => each.id !== id))
  }

  /** Drops messages that the loaded thread contains, and sent ones that are older than its newest message. */
  readonly reconcile = (thread: readonly Message[]): void => {
    const ids = new Set(thread.map(({ id }) => id))
    const latest = thread[0]?.created_at ?? ''
    const isThere = ({ id, state, created_at }: QueuedMessage) =>
      ids.has(id) || (state === 'sent' && created_at <= latest)
    const there = this.waiting.filter(isThere)
    if (there.length === 0) return
    for (const { id } of there) deleteDraft(this.keyOf(id))
    this.show(this.waiting.filter((each) => !there.includes(each)))
  }

  private async sendAll() {
    if (this.isSending) return
    this.isSending = true
    for (;;) {
      const next = this.waiting.find(({ state }) => state === 'sending')
      if (!next) break
      try {
        const { created_at } = await this.post.send(next)
        deleteDraft(this.keyOf(next.id))
        this.change(next.id, { state: 'sent', created_at })
      } catch (error) {
        if (isUnreachable(error)) this.keepWaiting()
        this.show(
          this.waiting.map((each) => (each.state === 'sending' ? { ...each, state: 'failed' } : each)),
        )
        this.post.onFailure(error)
      }
    }
    this.isSending = false
  }

  /** Marks the stored messages as unsent, so that a notice on other pages links to the conversation. */
  private keepWaiting() {
    for (const { id, content, created_at, state } of this.waiting)
      if (state === 'sending')
        writeDraft(this.keyOf(id), { content, created_at }, { waitsAt: this.post.address })
  }

  private change(id: string, change: Partial<QueuedMessage>) {
    this.show(this.waiting.map((each) => (each.id === id ? { ...each, ...change } : each)))
  }

  private show(waiting: readonly QueuedMessage[]) {
    this.waiting = waiting
    for (const watcher of this.watchers) watcher()
  }

  private keyOf(id: string) {
    return { memberId: this.memberId, form: `${this.prefix}${id}` }
  }

  private get prefix() {
    return `sending:${this.otherId}:`
  }

  private stored(): QueuedMessage[] {
    const forms = formsWithDraft(this.memberId).filter((form) => form.startsWith(this.prefix))
    return forms.sort().flatMap((form) => {
      const draft = readDraft({ memberId: this.memberId, form }, isQueuedMessage)
      return draft ? [{ ...draft.values, id: form.slice(this.prefix.length), state: 'failed' as const }] : []
    })
  }
}

export function threadHref(username: string): string {
  return `/messages?with=${username.toLowerCase()}`
}

export function getOutbox(memberId: string, otherId: string, post: OutboxOptions): Outbox {
  const name = `${memberId}:${otherId}`
  const outbox = outboxes.get(name) ?? new Outbox(memberId, otherId, post)
  outboxes.set(name, outbox)
  return outbox
}

const outboxes = new Map<string, Outbox>()

export function isQueuedMessage(values: unknown): values is Pick<QueuedMessage, 'content' | 'created_at'> {
  const { content, created_at } = (values ?? {}) as Partial<QueuedMessage>
  return typeof content === 'string' && typeof created_at === 'string'
}
