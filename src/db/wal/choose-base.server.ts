import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { DatabaseError } from '../database-error.ts'
import { type Base, listBases } from './bases.server.ts'
import type { Sources } from './log-feed.server.ts'
import {
  forksOf,
  gapAfter,
  isHistory,
  isSegment,
  leadsTo,
  numberOf,
  positionOf,
  timelineOf,
} from './segments.ts'

/** How a moment is reached. */
export interface Route {
  base: Base
  /** The one that is read up to the moment. */
  timeline: number
  /** The part of the log that is missing behind the base, if one is while later ones are there. */
  gap: number | undefined
}

/** The newest base that leads to a moment; without one, as far as the log goes. Throws DatabaseError where there is none. */
export async function chooseBase(
  store: BackupStore,
  sources: Sources,
  timeline: number,
  until: Date | undefined,
): Promise<Route> {
  const forks = forksOf(await readHistory(sources, timeline))
  const bases = (await listBases(store)).filter(({ first_segment, stop_position }) =>
    leadsTo(timeline, forks, timelineOf(first_segment), positionOf(stop_position)),
  )
  const [oldest] = bases
  if (!oldest)
    throw new DatabaseError(
      'No base is kept with the log: ARCHIVE_WAL was not on, or for less than a minute.',
    )
  const base = bases.findLast(({ stopped_at }) => !until || new Date(stopped_at) <= until)
  if (!base) throw new DatabaseError(`The oldest moment that is kept is ${oldest.stopped_at}.`)
  const pasts = new Set([timeline, ...forks.map((fork) => fork.timeline)])
  const first = numberOf(base.first_segment)
  const segments = [...sources.keys()].filter(
    (name) => isSegment(name) && pasts.has(timelineOf(name)) && numberOf(name) >= first,
  )
  return { base, timeline, gap: gapAfter(first, segments) }
}

/** The timeline of the cluster that is there, or else the newest that is kept. */
export function newestTimeline(names: Iterable<string>): number {
  const begun = [...names].filter(isHistory).map((name) => Number.parseInt(name.slice(0, 8), 16))
  return Math.max(1, ...begun)
}

/** The first timeline has none. */
async function readHistory(sources: Sources, timeline: number): Promise<string> {
  const write = sources.get(`${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`)
  if (!write) return ''
  const words = new PassThrough()
  const [history] = await Promise.all([text(words), write(words)])
  return history
}
