import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { statementTimes } from '../../db/statements.server.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config/config.server.ts'
import { embeddedUrl } from '../../platform/files/data-folder.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { isBackupRunning } from './backup-now.server.ts'
import { BackupReader } from './backup-reader.server.ts'
import { CachedValue } from './cached-value.server.ts'
import { signOfCrawlers } from './crawlers-sign.ts'
import { countJobs, countMailJobs } from './failed-jobs-sql.server.ts'
import type { Figures } from './figures.ts'
import {
  countCases,
  countMails,
  countWebhooks,
  readCrawlers,
  readDatabase,
  readForum,
  readSizes,
  readStatements,
} from './figures-sql.server.ts'
import { listNodes } from './node-status-sql.server.ts'
import { productVersion } from './release.server.ts'
import {
  signOfBackup,
  signOfCache,
  signOfJobs,
  signOfMail,
  signOfModeration,
  signOfNode,
  signOfRelease,
  signOfStatements,
  signOfStorage,
} from './signs.ts'
import { signOfWebhooks } from './webhooks-sign.ts'

interface Needs {
  config: Config
  db: Kysely<DB>
  log: Pick<Log, 'warn'>
}

/** Collects the dashboard's figures. Each is read and cached separately, so a slow one delays no other. */
export class DashboardReader {
  private readonly config: Config
  private readonly backups: BackupReader
  private readonly disk: CachedValue<Figures['storage']['disk']>
  private readonly readings

  constructor({ config, db, log }: Needs) {
    this.config = config
    this.backups = new BackupReader(config, log)
    this.disk = new CachedValue(() => readDisk(config.DATA_DIR), null)
    this.readings = {
      jobs: new CachedValue(() => countJobs(db)),
      mailJobs: new CachedValue(() => countMailJobs(db)),
      mails: new CachedValue(() => countMails(db)),
      runningBackup: new CachedValue(() => isBackupRunning(db)),
      cases: new CachedValue(() => countCases(db)),
      webhooks: new CachedValue(() => countWebhooks(db)),
      crawlers: new CachedValue(() => readCrawlers(db)),
      sizes: new CachedValue(() => readSizes(db)),
      database: new CachedValue(() => readDatabase(db)),
      nodes: new CachedValue(() => listNodes(db)),
      forum: new CachedValue(() => readForum(db)),
      statements: new CachedValue(() => readStatements(db, statementTimes)),
    }
  }

  async read(): Promise<Figures> {
    const { readings } = this
    const [
      jobs,
      mail,
      backup,
      cases,
      webhooks,
      storage,
      database,
      crawlers,
      nodes,
      { migration },
      statements,
    ] = await Promise.all([
      readings.jobs.read(),
      this.mail(),
      this.backup(),
      readings.cases.read(),
      readings.webhooks.read(),
      this.storage(),
      readings.database.read(),
      readings.crawlers.read(),
      readings.nodes.read(),
      readings.forum.read(),
      readings.statements.read(),
    ])
    const cache = countCacheUses(nodes.filter(({ is_away }) => !is_away))
    return {
      release: { version: productVersion, migration, sign: signOfRelease(nodes) },
      at: new Date(Math.min(...Object.values(readings).map(({ readAt }) => readAt))).toISOString(),
      jobs: { ...jobs, sign: signOfJobs(jobs) },
      mail: { ...mail, sign: signOfMail(mail) },
      backup: { ...backup, sign: signOfBackup(backup) },
      moderation: { ...cases, sign: signOfModeration(cases) },
      webhooks: { ...webhooks, sign: signOfWebhooks(webhooks) },
      storage: { ...storage, sign: signOfStorage(storage) },
      database,
      cache: { ...cache, sign: signOfCache(cache) },
      crawlers: { ...crawlers, sign: signOfCrawlers(crawlers) },
      nodes: nodes.map((node) => ({ ...node, sign: signOfNode(node, nodes, migration) })),
      statements: { ...statements, sign: signOfStatements(statements) },
    }
  }

  forget(): void {
    for (const reading of Object.values(this.readings)) reading.forget()
    this.backups.forget()
  }

  async mail(): Promise<Omit<Figures['mail'], 'sign'>> {
    const [mails, jobs] = await Promise.all([this.readings.mails.read(), this.readings.mailJobs.read()])
    return { goes: this.config.SMTP_URL ? 'smtp' : 'outbox', ...mails, ...jobs }
  }

  async backup(): Promise<Omit<Figures['backup'], 'sign'>> {
    const { BACKUP_SCHEDULE, BACKUP_TO, DATA_DIR } = this.config
    const [{ place, newest, read_at }, forum, is_running] = await Promise.all([
      this.backups.read(),
      this.readings.forum.read(),
      this.readings.runningBackup.read(),
    ])
    return {
      schedule: BACKUP_SCHEDULE ?? null,
      to: BACKUP_TO ?? join(DATA_DIR, 'backups'),
      place,
      newest: newest ? { ...newest, made_at: newest.made_at.toISOString() } : null,
      read_at: read_at?.toISOString() ?? null,
      age_seconds: newest ? (Date.now() - newest.made_at.getTime()) / 1000 : forum.age_seconds,
      is_running,
    }
  }

  async storage(): Promise<Omit<Figures['storage'], 'sign'>> {
    const { DATA_DIR, DATABASE_URL, S3_BUCKET } = this.config
    const [sizes, disk] = await Promise.all([this.readings.sizes.read(), this.disk.read()])
    return {
      ...sizes,
      files: S3_BUCKET ? 'bucket' : join(DATA_DIR, 'files'),
      is_database_here: DATABASE_URL === embeddedUrl(DATA_DIR),
      disk,
    }
  }
}

/** Returns null if the disk cannot be read. The caller limits the wait, as a network folder may hang. */
async function readDisk(folder: string): Promise<Figures['storage']['disk']> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk ? { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize } : null
}

function countCacheUses(nodes: readonly Record<'cache_hits' | 'cache_misses', number>[]) {
  const sum = (of: 'cache_hits' | 'cache_misses') => nodes.reduce((all, node) => all + node[of], 0)
  return { hits: sum('cache_hits'), misses: sum('cache_misses') }
}
