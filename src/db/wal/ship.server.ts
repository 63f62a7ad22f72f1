import { createReadStream } from 'node:fs'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { BackupStore } from '../backup/backup-store.server.ts'
import { isHistory, isOfLog } from './segments.ts'
import { SPOOL } from './spool.ts'

export const packed = (name: string) => `${name}.zst`

/** With a sum in it: a part that came to harm is not unpacked. */
const packing = () => createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })

/** What waits to be shipped, the oldest first. */
export async function spooledLog(cluster: string): Promise<string[]> {
  return (await namesIn(join(cluster, SPOOL))).filter(isOfLog).toSorted()
}

/** How many parts wait: to be shipped, and to be copied by the server, which tries again where it could not. */
export async function waitingLog(cluster: string): Promise<number> {
  const notCopied = await namesIn(join(cluster, 'pg_wal/archive_status'))
  return (await spooledLog(cluster)).length + notCopied.filter((name) => name.endsWith('.ready')).length
}

/** Stores what the server has finished of its log, one part after the other; each goes from here once it is there. Answers which. */
export async function shipLog(cluster: string, store: BackupStore): Promise<string[]> {
  const names = await spooledLog(cluster)
  for (const name of names) {
    const path = join(cluster, SPOOL, name)
    await ship(path, name, store)
    await unlink(path)
  }
  return names
}

/** Stores where timelines begin: a server that was just recovered does not hand its own to be shipped. */
export async function shipHistories(
  cluster: string,
  store: BackupStore,
  known: readonly string[],
): Promise<void> {
  const folder = join(cluster, 'pg_wal')
  for (const name of (await namesIn(folder)).filter(isHistory))
    if (!known.includes(packed(name))) await ship(join(folder, name), name, store)
}

function ship(path: string, name: string, store: BackupStore): Promise<void> {
  return store.write(packed(name), (output) => pipeline(createReadStream(path), packing(), output))
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}
