import { mkdir, open, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { archiveTime } from '../src/db/backup/archive-name.ts'
import { writeFileAtomically } from '../src/db/backup/atomic-file.server.ts'
import { openBackupStore } from '../src/db/backup/backup-store.server.ts'
import type { Config } from '../src/platform/config/config.server.ts'
import { StartError } from './failure.ts'
import { megabytes } from './figures.ts'
import { step } from './progress.mjs'

const IN_BUCKET = 'bucket:'
const NAMED = 20

/**
 * Returns the path of the archive `FILE`, or of `bucket:NAME`, which it downloads to `DATA_DIR/backups/` if
 * necessary. Throws StartError if the archive does not exist or cannot be read.
 */
export async function fetchArchive(config: Config, asked: string): Promise<string> {
  if (!asked.startsWith(IN_BUCKET)) return existingFile(resolve(asked))
  if (!config.S3_BUCKET) throw new StartError(`${asked} is in a bucket, but S3_BUCKET is not set.`)
  const name = asked.slice(IN_BUCKET.length)
  const store = openBackupStore({ ...config, BACKUP_TO: 'bucket' })
  const names = (await store.names()).filter(archiveTime).toSorted().reverse()
  if (!names.includes(name)) {
    const listed = names.slice(0, NAMED).map((each) => `\n  ${IN_BUCKET}${each}`)
    throw new StartError(
      listed.length === 0
        ? 'The bucket has no backup.'
        : `The bucket has no backup "${name}". The newest are:${listed.join('')}`,
    )
  }
  const folder = join(config.DATA_DIR, 'backups')
  const path = join(folder, name)
  const size = await store.size(name)
  if ((await stat(path).catch(() => undefined))?.size === size) return path
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await step(`fetching ${megabytes(size)} from the bucket`, () =>
    writeFileAtomically(path, async (output) => pipeline(await store.read(name), output)),
  )
  return path
}

async function existingFile(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) throw new StartError(`${path} is not a file. Name a backup file.`)
    await (await open(path)).close()
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new StartError(`File not found: ${path}`)
    if (code !== 'EACCES') throw error
    throw new StartError(`The user ${userName()} must be able to read ${path}.`)
  }
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.geteuid?.()) // in a container, the user may have no name
  }
}
