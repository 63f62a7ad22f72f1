import { join } from 'node:path'
import type { Config } from '../../platform/config.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { gauge } from '../../platform/metrics.server.ts'
import { type BackupStore, openBackupStore } from '../backup/backup-store.server.ts'
import { beganAt, listBases, removeOld } from './bases.server.ts'
import { makeBase } from './make-base.server.ts'
import { shipLog, waitingLog } from './ship.server.ts'

const keepLog = job<object>('keep-log')
const EVERY_MINUTE = '* * * * *'
/** Milliseconds. */
const BASE_EVERY = 7 * 24 * 60 * 60 * 1000

type Needs = { config: Config; log: Log }

/** Where the log of the embedded server and its bases are kept. */
export function openLogStore(config: Config): BackupStore {
  return openBackupStore(
    { ...config, BACKUP_TO: config.ARCHIVE_WAL === 'bucket' ? 'bucket' : folderOf(config) },
    'wal',
  )
}

function folderOf({ BACKUP_TO }: Config): string | undefined {
  return BACKUP_TO === 'bucket' ? undefined : BACKUP_TO
}

/** With ARCHIVE_WAL: ships the log every minute, and makes a base every week. */
export function handleLogJobs({ config, log }: Needs, jobs: Pick<Jobs, 'every'>): void {
  const isOn = config.ARCHIVE_WAL !== undefined
  const cluster = join(config.DATA_DIR, 'postgres')
  const store = isOn ? openLogStore(config) : undefined
  let isBusy = false
  jobs.every(isOn ? EVERY_MINUTE : undefined, keepLog, async () => {
    if (!store || isBusy) return
    isBusy = true
    try {
      await shipLog(cluster, store)
      if (!(await isBaseDue(store))) return
      const { name } = await makeBase(config.DATABASE_DIRECT_URL, cluster, store)
      log.info({ name, removed: await removeOld(store) }, 'base made')
    } catch (error) {
      log.error({ err: error }, 'the log of the database could not be kept')
      throw error
    } finally {
      isBusy = false
    }
  })
  if (isOn)
    gauge(
      'wal_waiting',
      'Parts of the database log that are not shipped yet',
      async () => (await waitingLog(cluster)).length,
    )
}

async function isBaseDue(store: BackupStore): Promise<boolean> {
  const newest = (await listBases(store)).at(-1)
  return !newest || Date.now() - (beganAt(newest)?.getTime() ?? 0) >= BASE_EVERY
}
