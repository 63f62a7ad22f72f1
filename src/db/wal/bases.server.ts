import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { archiveTime } from '../backup/archive-name.ts'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { packed } from './ship.server.ts'
import { isSegment } from './spool.ts'

/** What stands beside a copy of the cluster's files: without it the copy is not whole. */
export const baseSchema = z.strictObject({
  format: z.literal(1),
  postgresql: z.int(),
  /** From here on a moment can be chosen. */
  stopped_at: z.iso.datetime(),
  /** The segment of the log that a recovery begins with. */
  first_segment: z.string().refine(isSegment),
})

export type Base = z.output<typeof baseSchema> & { name: string }

/** Two weeks and more can be gone back. */
const KEPT = 3

export const baseNames = (at: Date) => {
  const name = `base-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return { name, files: filesOf(name) }
}

export const filesOf = (name: string) => ({ archive: `${name}.tar.zst`, notes: `${name}.json` })

/** The whole ones, the oldest first. */
export async function listBases(store: BackupStore): Promise<Base[]> {
  const names = (await store.names())
    .flatMap((file) => /^(base-[\dTZ-]+)\.json$/.exec(file)?.[1] ?? [])
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const notes = JSON.parse(await text(await store.read(filesOf(name).notes)))
      return { ...baseSchema.parse(notes), name }
    }),
  )
}

/** Removes all but the newest bases, and the log that no base needs any more. */
export async function removeOld(store: BackupStore): Promise<number> {
  const bases = await listBases(store)
  const kept = bases.slice(-KEPT)
  const [oldest] = kept
  if (!oldest) return 0
  const stale = bases.slice(0, -KEPT).flatMap(({ name }) => Object.values(filesOf(name)).toReversed())
  const log = (await store.names()).filter((file) => {
    const segment = file.slice(0, 24)
    return file === packed(segment) && isSegment(segment) && isBefore(segment, oldest.first_segment)
  })
  for (const file of [...stale, ...log]) await store.remove(file)
  return stale.length + log.length
}

/** In the order of the log; what comes first in their names is the timeline. */
export function isBefore(segment: string, other: string): boolean {
  return segment.slice(8) < other.slice(8)
}

/** When a base was begun, by its name. */
export function beganAt({ name }: Pick<Base, 'name'>): Date | undefined {
  return archiveTime(`${name.replace('base-', 'threshold-')}.tar.zst`)
}
