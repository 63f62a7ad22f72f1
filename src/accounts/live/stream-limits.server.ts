import type { Stream } from '../../platform/bus/live.server.ts'
import { addressGroup, addressNetwork, NETWORK_SHARE } from '../../platform/http/address.server.ts'

/** Maximum streams of a member on a node. */
export const STREAMS_OF_MEMBER = 12
/** Maximum streams of guests per IP address, which a library or school may share. */
export const STREAMS_OF_ADDRESS = 60
/** Maximum streams on a node, which take about 300 MB of memory. */
const STREAMS_OF_NODE = 10_000
/** Maximum streams of guests on a node. The rest is reserved for members. */
const STREAMS_OF_GUESTS = 0.6 * STREAMS_OF_NODE
/** Seconds before a refused client may retry. */
export const STREAM_RETRY_SECONDS = 60

interface StreamClient {
  member: string | undefined
  address: string
}

const CEILINGS = {
  member: STREAMS_OF_MEMBER,
  address: STREAMS_OF_ADDRESS,
  guests: STREAMS_OF_GUESTS,
  node: STREAMS_OF_NODE,
}

/** Limits open streams on this node. On a full node, a member's stream replaces the oldest guest stream. */
export class StreamLimits {
  private readonly ceilings: typeof CEILINGS
  private readonly counts = new Map<string, number>()
  private readonly streams = new Map<Stream, readonly string[]>()
  private readonly guests = new Set<Stream>()

  constructor(ceilings = CEILINGS) {
    this.ceilings = ceilings
  }

  /**
   * Returns 'many' for too many streams of a member or address, 'full' of the node. Ends a guest's stream for a member.
   */
  refusal(asker: StreamClient): 'many' | 'full' | undefined {
    if (this.owners(asker).some(([owner, most]) => (this.counts.get(owner) ?? 0) >= most)) return 'many'
    const isFull = this.streams.size >= this.ceilings.node
    if (!asker.member) return isFull || this.guests.size >= this.ceilings.guests ? 'full' : undefined
    return isFull && !this.endOldestGuest() ? 'full' : undefined
  }

  add(asker: StreamClient, stream: Stream): void {
    const owners = this.owners(asker).map(([owner]) => owner)
    for (const owner of owners) this.counts.set(owner, (this.counts.get(owner) ?? 0) + 1)
    this.streams.set(stream, owners)
    if (!asker.member) this.guests.add(stream)
    void stream.ended.then(() => this.forget(stream))
  }

  private endOldestGuest(): boolean {
    const [oldest] = this.guests
    if (!oldest) return false
    // Forgets the stream now, because `ended` resolves too late for the next request.
    this.forget(oldest)
    oldest.end()
    return true
  }

  private forget(stream: Stream): void {
    for (const owner of this.streams.get(stream) ?? []) {
      const left = (this.counts.get(owner) ?? 0) - 1
      if (left > 0) this.counts.set(owner, left)
      else this.counts.delete(owner)
    }
    this.streams.delete(stream)
    this.guests.delete(stream)
  }

  private owners({ member, address }: StreamClient): [owner: string, most: number][] {
    if (member) return [[member, this.ceilings.member]]
    const network = addressNetwork(address)
    return [
      [addressGroup(address), this.ceilings.address],
      ...(network ? [[network, this.ceilings.address * NETWORK_SHARE] satisfies [string, number]] : []),
    ]
  }
}
