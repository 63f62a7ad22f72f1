/** A segment of the log, a note of a base, or where a timeline begins. */
const NAME = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/
const HISTORY = /^([0-9A-F]{8})\.history$/

/** Bytes of a segment: what initdb chooses. */
export const SEGMENT_BYTES = 16 * 1024 * 1024
/** Segments in what PostgreSQL numbers by the middle of their names. */
const IN_A_LOG = 2 ** 32 / SEGMENT_BYTES

export function isOfLog(name: string): boolean {
  return NAME.test(name)
}

/** A full segment, which alone has a place in the order of a timeline. */
export function isSegment(name: string): boolean {
  return isOfLog(name) && name.length === 24
}

export function isHistory(name: string): boolean {
  return HISTORY.test(name)
}

/** A segment's timeline: the first is 1, and each recovery begins another. */
export function timelineOf(segment: string): number {
  return Number.parseInt(segment.slice(0, 8), 16)
}

/** Its place in the log, on whatever timeline. */
export function numberOf(segment: string): number {
  return Number.parseInt(segment.slice(8, 16), 16) * IN_A_LOG + Number.parseInt(segment.slice(16), 16)
}

export function segmentName(timeline: number, number: number): string {
  const parts = [timeline, Math.floor(number / IN_A_LOG), number % IN_A_LOG]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** The number after which one is missing and others are there, from a number on; undefined where they are whole. */
export function gapAfter(first: number, segments: readonly string[]): number | undefined {
  const numbers = new Set(segments.map(numberOf))
  const last = Math.max(...numbers)
  for (let number = first; number <= last; number++) if (!numbers.has(number)) return number - 1
  return undefined
}

/** Where one timeline left another, by PostgreSQL's position in the log. */
interface Fork {
  timeline: number
  at: bigint
}

/**
 * Timelines that lead to one, with where they were left. `history` is PostgreSQL's note of it: a line for each, `timeline position
 * reason`, the oldest first.
 */
export function forksOf(history: string): Fork[] {
  return history.split('\n').flatMap((line) => {
    const [, timeline, at] = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/i.exec(line) ?? []
    return timeline && at ? [{ timeline: Number(timeline), at: positionOf(at) }] : []
  })
}

/** `2/A0000028` as a number of bytes. */
export function positionOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Whether what ended at a position of a timeline is a past of the timeline whose forks these are. */
export function leadsTo(timeline: number, forks: readonly Fork[], of: number, position: bigint): boolean {
  if (of === timeline) return true
  const fork = forks.find((each) => each.timeline === of)
  return fork !== undefined && position <= fork.at
}
