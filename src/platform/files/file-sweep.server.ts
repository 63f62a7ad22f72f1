import type { Files, StoredFile } from './files.server.ts'

/** Minimum age in milliseconds of an unreferenced file. A newer file may not have its database row yet. */
const SURELY_DONE = 24 * 60 * 60 * 1000
const BATCH = 500

/** Returns the subset of `keys` that the database references. */
export type FindReferencedKeys = (keys: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Deletes the unreferenced files of a folder. A crash can leave such files, because a file is written before
 * its database row and deleted after it. Also deletes referenced files older than `keptFor` milliseconds.
 * Returns the number of deleted files.
 */
export async function sweepFolder(
  files: Files,
  folder: string,
  referred: FindReferencedKeys,
  keptFor = Number.POSITIVE_INFINITY,
): Promise<number> {
  let removed = 0
  for await (const batch of batches(files.list(folder))) {
    const kept = await referred(batch.map(({ key }) => key))
    for (const { key, modified } of batch) {
      const least = kept.has(key) ? keptFor : SURELY_DONE
      if (least === Number.POSITIVE_INFINITY || Date.now() - (await modified()).getTime() < least) continue
      await files.remove(key)
      removed++
    }
  }
  return removed
}

async function* batches(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let batch: StoredFile[] = []
  for await (const file of files) {
    batch.push(file)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
