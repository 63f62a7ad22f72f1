import { readFile } from 'node:fs/promises'
import { type Config, publicSettings } from '../../platform/config/config.server.ts'
import type { Files } from '../../platform/files/files.server.ts'
import { type Jobs, job } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { gauge } from '../../platform/metrics.server.ts'
import { archiveName, findExpiredBackups } from './archive-name.ts'
import { backup } from './backup.server.ts'
import { type BackupStore, openBackupStore } from './backup-store.server.ts'

export const makeBackup = job<object>('backup')

type Needs = { config: Config; files: Files; log: Log }

/** Schedules backups as set in BACKUP_SCHEDULE, or removes the schedule if it is not set. */
export function handleBackupJobs(needs: Needs, jobs: Pick<Jobs, 'every'>): void {
  const { BACKUP_SCHEDULE } = needs.config
  const store = openBackupStore(needs.config)
  let failed = 0
  jobs.every(BACKUP_SCHEDULE, makeBackup, async (signal) => {
    try {
      await backupByItself(needs, store, signal)
      failed = 0
    } catch (error) {
      if (signal?.aborted) needs.log.warn('the backup was broken off by a stop, and is made anew')
      else {
        failed++
        needs.log.error({ err: error }, 'the backup failed')
      }
      throw error
    }
    // A failure here must not fail the job, because a retry would create another backup.
    await removeOld(needs, store).catch((error) =>
      needs.log.error({ err: error }, 'backups that are too many could not be removed'),
    )
  })
  gauge('backups_failed', 'Backups of this node that failed since the last one that did not', () => failed)
}

async function backupByItself({ config, files, log }: Needs, store: BackupStore, signal?: AbortSignal) {
  const name = archiveName(new Date())
  const started = performance.now()
  const version: string = JSON.parse(await readFile('package.json', 'utf8')).version
  const settings = publicSettings(config)
  const options = { url: config.DATABASE_DIRECT_URL, files, version, settings, signal }
  await store.write(name, (output) => backup(options, output))
  log.info({ name, ms: Math.round(performance.now() - started) }, 'backup made')
}

async function removeOld({ config, log }: Needs, store: BackupStore): Promise<void> {
  const names = findExpiredBackups(await store.names(), config.BACKUP_KEEP)
  for (const name of names) await store.remove(name)
  if (names.length > 0) log.info({ names }, 'backups removed')
}
