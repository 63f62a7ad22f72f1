/** What is refused when there is too much, the first first. What is cached, and what members write, is not among it. */
export const SHED_CLASSES = ['expensive', 'guest', 'member'] as const
export type ShedClass = (typeof SHED_CLASSES)[number]

/** Milliseconds, each of what somebody who comes now waits for. */
export interface Signals {
  /** The event loop: everybody. */
  loop: number
  /** A connection to the database. */
  database: number
  /** A guest's turn to have a page made that no cache has, and to search. */
  renderings: number
  searches: number
}

/**
 * From which milliseconds on so many classes are refused: one, two, all three. A page takes 10 ms of the loop, so 100 are
 * a line of ten before everybody; who waits for a page has gone after some seconds. A long line of guests who search or
 * read never costs a member anything.
 */
const LIMITS: Readonly<Record<keyof Signals, readonly [number, number, number]>> = {
  loop: [100, 300, 1000],
  database: [500, 1500, 4000],
  renderings: [1000, 2500, Number.POSITIVE_INFINITY],
  searches: [1000, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
}
/** Looks in a row that say so before something is refused: one alone may be a page that is loaded for the first time. */
const LOOKS_TO_RISE = 2
/** Looks in a row below half of what brought it about before a class is let in again. */
const LOOKS_TO_FALL = 4

export interface ShedState {
  /** So many classes are refused. */
  level: number
  /** Looks in a row that wanted more, and that would do with less. */
  above: number
  below: number
}

export const CALM: ShedState = { level: 0, above: 0, below: 0 }

/** What to refuse after one more look: up at once to where the signals are, down one class at a time. */
export function nextState({ level, above, below }: ShedState, signals: Signals): ShedState {
  const wanted = levelOf(signals)
  if (wanted > level)
    return above + 1 < LOOKS_TO_RISE
      ? { level, above: above + 1, below: 0 }
      : { level: wanted, above: 0, below: 0 }
  // Half of the limit: at the limit itself it would come and go with every look.
  if (level === 0 || levelOf(signals, 0.5) >= level) return { level, above: 0, below: 0 }
  return below + 1 < LOOKS_TO_FALL
    ? { level, above: 0, below: below + 1 }
    : { level: level - 1, above: 0, below: 0 }
}

function levelOf(signals: Signals, share = 1): number {
  const levels = Object.entries(LIMITS).map(
    ([name, limits]) => limits.filter((limit) => signals[name as keyof Signals] >= limit * share).length,
  )
  return Math.max(...levels)
}
