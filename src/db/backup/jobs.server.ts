import { readFile } from 'node:fs/promises'
import type { Config } from '../../platform/config.server.ts'
import type { Files } from '../../platform/files.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { gauge } from '../../platform/metrics.server.ts'
import { publicSettings } from '../../platform/public-settings.server.ts'
import { archiveName } from './archive-name.ts'
import { backup } from './backup.server.ts'
import { type BackupStore, openBackupStore } from './backup-store.server.ts'
import { superfluous } from './keep.ts'

const makeBackup = job<object>('backup')

type Needs = { config: Config; files: Files; log: Log }

/** Backups at the times of BACKUP_SCHEDULE; without it none, also where there was one before. */
export function handleBackupJobs(needs: Needs, jobs: Pick<Jobs, 'every'>): void {
  const { BACKUP_SCHEDULE } = needs.config
  const store = openBackupStore(needs.config)
  let failed = 0
  jobs.every(BACKUP_SCHEDULE, makeBackup, async () => {
    try {
      await backupByItself(needs, store)
      failed = 0
    } catch (error) {
      failed++
      needs.log.error({ err: error }, 'the backup failed')
      throw error
    }
  })
  gauge('backups_failed', 'Backups of this node that failed since the last one that did not', () => failed)
}

/** Makes one, then removes those that BACKUP_KEEP does not name. */
async function backupByItself({ config, files, log }: Needs, store: BackupStore): Promise<void> {
  const name = archiveName(new Date())
  const started = performance.now()
  const version: string = JSON.parse(await readFile('package.json', 'utf8')).version
  const options = { url: config.DATABASE_DIRECT_URL, files, version, settings: publicSettings(config) }
  await store.write(name, (output) => backup(options, output))
  const old = superfluous(await store.names(), config.BACKUP_KEEP)
  for (const one of old) await store.remove(one)
  log.info({ name, removed: old.length, ms: Math.round(performance.now() - started) }, 'backup made')
}
