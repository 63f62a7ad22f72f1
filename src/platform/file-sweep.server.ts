import type { Files, StoredFile } from './files.server.ts'

/** Milliseconds: what is younger may just be written, by another node too, and be referred to in a moment. */
const SURELY_DONE = 24 * 60 * 60 * 1000
/** Files that are looked up in one statement. */
const BATCH = 500

/** Those of `keys` that something in the database refers to. */
export type Referred = (keys: readonly string[]) => Promise<ReadonlySet<string>>

/**
 * Removes from a folder what nothing refers to: files are written before their address and removed after it, so a
 * crash in between leaves some behind. What is referred to goes, too, when it is older than `keptFor` milliseconds.
 * Answers how many went.
 */
export async function sweepFolder(
  files: Files,
  folder: string,
  referred: Referred,
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
