/** Streams of one member on one node: some browsers and devices, and tabs that cannot share one. */
export const STREAMS_OF_MEMBER = 12
/** Streams of one address for guests: a library or a school shares it; whoever wants to exhaust us has one too. */
export const STREAMS_OF_ADDRESS = 60
/** Streams of one node in all: some 300 MB of memory. Whoever comes later asks another node, or again in a while. */
export const STREAMS_OF_NODE = 10_000
/** Of these for guests: members find room however many guests come, and the oldest guest's where all are taken. */
export const STREAMS_OF_GUESTS = 0.6 * STREAMS_OF_NODE
/** Seconds after which somebody who was refused may try again. */
export const REFUSED_FOR = 60
