import { broadcast } from '../../accounts/live/publish.server.ts'
import type { Services } from '../../core/context.server.ts'

/** Interval in milliseconds between events. Each event goes to every open page, so it combines all votes. */
const GATHER_MS = 1000
const IDS_AT_ONCE = 100

export class VoteEvents {
  private readonly ids = new Set<string>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly bus: Services['bus']

  constructor(bus: Services['bus']) {
    this.bus = bus
  }

  /** Announces a vote. Must be called after the commit, with the id of a post or a comment. */
  add(id: string): void {
    this.ids.add(id)
    this.timer ??= setTimeout(() => this.flush(), GATHER_MS)
  }

  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const ids = [...this.ids]
    this.ids.clear()
    for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
      broadcast({ bus: this.bus }, { type: 'votes', ids: ids.slice(start, start + IDS_AT_ONCE) })
  }
}
