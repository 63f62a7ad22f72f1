import type { Files, StoredFile } from './files.server.ts'

/** Milliseconds. A newer file may not have its row in the database yet. */
const SURELY_DONE = 24 * 60 * 60 * 1000
const BATCH = 500

/** Returns those of the keys that the database references. */
export type FindReferencedKeys = (keys: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Removes the unreferenced files of a folder. Crashes leave them, because a file is written before its row
 * and removed after it. Referenced files are removed after `keptFor` milliseconds. Returns the number of
 * removed files.
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
