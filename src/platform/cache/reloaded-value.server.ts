import type { Bus } from '../bus/bus.server.ts'

/** A value from the database in memory, loaded at the first use and again after a change on any node. */
export class ReloadedValue<Value> {
  private readonly channel: string
  private readonly load: () => Promise<Value>
  private readonly bus: Pick<Bus, 'publish'>
  private loading: Promise<Value> | undefined

  constructor(
    bus: Pick<Bus, 'publish' | 'subscribe' | 'onGap'>,
    channel: string,
    load: () => Promise<Value>,
  ) {
    this.bus = bus
    this.channel = channel
    this.load = load
    const drop = () => {
      this.loading = undefined
    }
    bus.subscribe(channel, drop)
    bus.onGap(drop)
  }

  read(): Promise<Value> {
    if (this.loading) return this.loading
    const loading = this.load().catch((error: unknown) => {
      if (this.loading === loading) this.loading = undefined
      throw error
    })
    this.loading = loading
    return loading
  }

  /** Drops the value after a commit: on this node before it returns, on the other nodes a moment later. */
  changed(): void {
    this.loading = undefined
    this.bus.publish(this.channel, {})
  }
}
