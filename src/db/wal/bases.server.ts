import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { archiveTime } from '../backup/archive-name.ts'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { isSegment, numberOf } from './segments.ts'
import { packed } from './ship.server.ts'

/** What stands beside a copy of the cluster's files: without it the copy is not whole. */
export const baseSchema = z.strictObject({
  format: z.literal(2),
  postgresql: z.int(),
  /** From here on a moment can be chosen. */
  stopped_at: z.iso.datetime(),
  /** The segment of the log that a recovery begins with; its timeline is the base's. */
  first_segment: z.string().refine(isSegment),
  /** Up to here a recovery has to read, as PostgreSQL writes it. */
  stop_position: z.string().regex(/^[0-9A-F]+\/[0-9A-F]+$/),
  /** Of the packed copy. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type Base = z.output<typeof baseSchema> & { name: string }

/** Files of a cluster have names of these letters. What else lies there is not PostgreSQL's, and in no base. */
const FILE = /^(?!.*\.\.)[\w.-]+(\/[\w.-]+)*\/?$/

export function isClusterFile(name: string): boolean {
  return FILE.test(name)
}

/** Two weeks and more can be gone back. */
const KEPT = 3

export const baseNames = (at: Date) => {
  const name = `base-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  return { name, files: filesOf(name) }
}

export const filesOf = (name: string) => ({ archive: `${name}.tar.zst`, notes: `${name}.json` })

/** The whole ones, the oldest first. One whose notes cannot be read is none. */
export async function listBases(store: BackupStore): Promise<Base[]> {
  const names = (await store.names())
    .flatMap((file) => /^(base-[\dTZ-]+)\.json$/.exec(file)?.[1] ?? [])
    .toSorted()
  const bases = await Promise.all(names.map((name) => readBase(store, name)))
  return bases.filter((base) => base !== undefined)
}

async function readBase(store: BackupStore, name: string): Promise<Base | undefined> {
  const notes = await text(await store.read(filesOf(name).notes))
  const { data } = baseSchema.safeParse(jsonOf(notes))
  return data && { ...data, name }
}

function jsonOf(notes: string): unknown {
  try {
    return JSON.parse(notes)
  } catch {
    return undefined
  }
}

/** Removes all but the newest bases, what was begun of one and is not whole, and the log that no base needs any more. */
export async function removeOld(store: BackupStore): Promise<number> {
  const kept = (await listBases(store)).slice(-KEPT)
  const [oldest, newest] = [kept[0], kept.at(-1)]
  if (!oldest || !newest) return 0
  const needed = new Set(kept.flatMap(({ name }) => Object.values(filesOf(name))))
  const first = Math.min(...kept.map(({ first_segment }) => numberOf(first_segment)))
  const old = (await store.names()).filter((file) => {
    const segment = file.slice(0, 24)
    if (file === packed(segment) && isSegment(segment)) return numberOf(segment) < first
    const [, base] = /^(base-[\dTZ-]+)\./.exec(file) ?? []
    return base !== undefined && base < newest.name && !needed.has(file)
  })
  // Notes before their copy, so that nothing in between is taken for a base.
  for (const file of old.toSorted()) await store.remove(file)
  return old.length
}

/** When a base was begun, by its name. */
export function beganAt({ name }: Pick<Base, 'name'>): Date | undefined {
  return archiveTime(`${name.replace('base-', 'threshold-')}.tar.zst`)
}
