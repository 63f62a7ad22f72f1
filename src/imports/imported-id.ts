import { createHash } from 'node:crypto'
import { isUuid } from '../platform/uuid.ts'
import type { ImportKind } from './records.ts'

/** Returns whether the former forum used this software, so that its ids can stay. */
export const isOwnArchive = (source: string) => /^archive\b/.test(source)

/**
 * Returns the id of an imported item: a UUIDv7 of its creation time, the same in each run. Items of our own archive
 * keep their ids.
 */
export function importedId(
  source: string,
  kind: ImportKind,
  oldId: string,
  createdAt: string | number,
): string {
  if (isOwnArchive(source) && isUuid(oldId)) return oldId
  const hash = createHash('sha256').update(`${source}\n${kind}\n${oldId}`).digest('hex')
  const time = Math.max(0, new Date(createdAt).getTime()).toString(16).padStart(12, '0').slice(-12)
  const variant = ((Number.parseInt(hash[3] as string, 16) & 3) | 8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}
