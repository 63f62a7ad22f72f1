import { addressGroup, addressNetwork, NETWORK_SHARE } from '../../platform/address.server.ts'
import type { Stream } from '../../platform/live.server.ts'

/** Streams of one member on one node: some browsers and devices, and tabs that cannot share one. */
export const STREAMS_OF_MEMBER = 12
/** Streams of one address for guests: a library or a school shares it; whoever wants to exhaust us has one too. */
export const STREAMS_OF_ADDRESS = 60
/** Streams of one node in all: some 300 MB of memory. Whoever comes later asks another node, or again in a while. */
const STREAMS_OF_NODE = 10_000
/** Of these for guests: members find room however many guests come, and the oldest guest's where all are taken. */
const STREAMS_OF_GUESTS = 0.6 * STREAMS_OF_NODE
/** Seconds after which somebody who was refused may try again. */
export const REFUSED_FOR = 60

/** Who wants a stream: without a member it is a guest. */
interface Asker {
  member: string | undefined
  address: string
}

/** How many streams there may be. */
interface Ceilings {
  member: number
  address: number
  guests: number
  node: number
}

const CEILINGS: Ceilings = {
  member: STREAMS_OF_MEMBER,
  address: STREAMS_OF_ADDRESS,
  guests: STREAMS_OF_GUESTS,
  node: STREAMS_OF_NODE,
}

/** Limits the streams that are open on this node. A member takes the place of a guest if all places are taken. */
export class StreamLimits {
  private readonly ceilings: Ceilings
  private readonly counts = new Map<string, number>()
  /** Open ones with those they count for. */
  private readonly streams = new Map<Stream, readonly string[]>()
  /** Those of guests, oldest first. */
  private readonly guests = new Set<Stream>()

  constructor(ceilings = CEILINGS) {
    this.ceilings = ceilings
  }

  /** Why there is none for `asker`: too `many` of theirs are open, or the node is `full`. Makes room for a member. */
  refusal(asker: Asker): 'many' | 'full' | undefined {
    if (this.owners(asker).some(([owner, most]) => (this.counts.get(owner) ?? 0) >= most)) return 'many'
    const isFull = this.streams.size >= this.ceilings.node
    if (!asker.member) return isFull || this.guests.size >= this.ceilings.guests ? 'full' : undefined
    return isFull && !this.endOldestGuest() ? 'full' : undefined
  }

  /** Counts a stream until it ends. */
  add(asker: Asker, stream: Stream): void {
    const owners = this.owners(asker).map(([owner]) => owner)
    for (const owner of owners) this.counts.set(owner, (this.counts.get(owner) ?? 0) + 1)
    this.streams.set(stream, owners)
    if (!asker.member) this.guests.add(stream)
    void stream.ended.then(() => this.forget(stream))
  }

  private endOldestGuest(): boolean {
    const [oldest] = this.guests
    if (!oldest) return false
    // At once: `ended` is heard after the next one has asked.
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

  private owners({ member, address }: Asker): [owner: string, most: number][] {
    if (member) return [[member, this.ceilings.member]]
    const network = addressNetwork(address)
    return [
      [addressGroup(address), this.ceilings.address],
      ...(network ? [[network, this.ceilings.address * NETWORK_SHARE] satisfies [string, number]] : []),
    ]
  }
}
