import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import type { BackupStore } from '../backup/backup-store.server.ts'
import type { User } from '../binaries.server.ts'
import { DatabaseError } from '../database-error.ts'
import { type Base, filesOf, isClusterFile } from './bases.server.ts'

/** Makes a cluster of a base. Throws DatabaseError where it is not what was kept. */
export async function unpackBase(
  store: BackupStore,
  base: Base,
  cluster: string,
  user: User | undefined,
): Promise<void> {
  await mkdir(cluster, { mode: 0o700 })
  await own(cluster, user)
  const hash = createHash('sha256')
  const source = await store.read(filesOf(base.name).archive)
  source.on('data', (chunk) => hash.update(chunk))
  const tar = extract()
  const unpacking = pipeline(source, createZstdDecompress(), tar)
  unpacking.catch((error) => tar.destroy(error))
  for await (const entry of tar) {
    const { name, type } = entry.header
    if (!isClusterFile(name) || (type !== 'file' && type !== 'directory'))
      throw new DatabaseError(
        `${base.name} has an entry that no base has: ${JSON.stringify(name.slice(0, 100))}.`,
      )
    const path = join(cluster, name)
    if (type === 'directory') {
      await mkdir(path, { mode: 0o700 })
      entry.resume()
    } else await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    await own(path, user)
  }
  await unpacking
  if (hash.digest('hex') !== base.sha256 || !existsSync(join(cluster, 'backup_label')))
    throw new DatabaseError(`${base.name} is not as it was kept. Name a moment before it.`)
}

export async function own(path: string, user: User | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}
