import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../platform/config.server.ts'
import { type BackupStore, openBackupStore } from '../backup/backup-store.server.ts'
import { json } from '../backup/write-archive.server.ts'

type Settings = Pick<Config, 'ARCHIVE_WAL' | 'BACKUP_TO'> & Parameters<typeof openBackupStore>[0]

/** Below where backups are. */
const FOLDER = 'wal'

/**
 * Where the log of one cluster and its bases are kept, each cluster's apart: parts of the log of another have the same names, and a
 * restored forum has another cluster.
 */
export function openLogStore(config: Settings, cluster: string): BackupStore {
  return open(config, `${FOLDER}/${cluster}`)
}

/** Clusters whose log is kept, by their identifiers. */
export async function keptClusters(config: Settings): Promise<string[]> {
  const names = await open(config, FOLDER).names()
  return names.flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? []).toSorted()
}

/** Notes that the log of a cluster is kept. A bucket cannot be asked for its folders. */
export async function noteCluster(config: Settings, cluster: string): Promise<void> {
  if ((await keptClusters(config)).includes(cluster)) return
  const notes = { begun_at: new Date().toISOString() }
  await open(config, FOLDER).write(`${cluster}.json`, (output) =>
    pipeline(Readable.from([json(notes)]), output),
  )
}

/**
 * The identifier that PostgreSQL gave a cluster when it was made, also of one that does not run; undefined where there is none. It
 * is what the control file begins with, in every version.
 */
export async function clusterIdentifier(cluster: string): Promise<string | undefined> {
  try {
    const control = await readFile(join(cluster, 'global/pg_control'))
    return control.readBigUInt64LE(0).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function open(config: Settings, part: string): BackupStore {
  const { BACKUP_TO, ARCHIVE_WAL } = config
  const folder = BACKUP_TO === 'bucket' ? undefined : BACKUP_TO
  return openBackupStore({ ...config, BACKUP_TO: ARCHIVE_WAL === 'bucket' ? 'bucket' : folder }, part)
}
