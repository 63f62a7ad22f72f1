import { createReadStream } from 'node:fs'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { isOfLog, SPOOL } from './spool.ts'

export const packed = (name: string) => `${name}.zst`

/** What waits to be shipped, the oldest first. */
export async function waitingLog(cluster: string): Promise<string[]> {
  const names = await readdir(join(cluster, SPOOL)).catch(() => [])
  return names.filter(isOfLog).toSorted()
}

/** Stores what the server has finished of its log, one part after the other; each goes from here once it is there. Answers how many. */
export async function shipLog(cluster: string, store: BackupStore): Promise<number> {
  const names = await waitingLog(cluster)
  for (const name of names) {
    const path = join(cluster, SPOOL, name)
    await store.write(packed(name), (output) =>
      pipeline(createReadStream(path), createZstdCompress(), output),
    )
    await unlink(path)
  }
  return names.length
}
