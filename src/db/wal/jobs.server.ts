import { join } from 'node:path'
import type { Config } from '../../platform/config.server.ts'
import { type Jobs, job } from '../../platform/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { gauge } from '../../platform/metrics.server.ts'
import { LogKeeper } from './log-keeper.server.ts'
import { waitingLog } from './ship.server.ts'

const keepLog = job<object>('keep-log')
const EVERY_MINUTE = '* * * * *'

type Needs = { config: Config; log: Log }

/** With ARCHIVE_WAL: ships the log every minute, and makes a base every week. */
export function handleLogJobs({ config, log }: Needs, jobs: Pick<Jobs, 'every'>): void {
  const isOn = config.ARCHIVE_WAL !== undefined
  const cluster = join(config.DATA_DIR, 'postgres')
  const keeper = new LogKeeper(config, cluster, log)
  jobs.every(isOn ? EVERY_MINUTE : undefined, keepLog, () => keeper.keep())
  // Of several processes on one port one does the jobs, and only that one knows.
  if (!isOn || config.ROLE === 'web') return
  gauge('wal_waiting', 'Parts of the database log that are not shipped yet', () => waitingLog(cluster))
  gauge('wal_kept_age_seconds', 'Since the log was last found shipped as a whole, with a base', () =>
    keeper.age(),
  )
}
