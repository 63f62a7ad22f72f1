import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { type BackupStore, openBackupStore } from '../../db/backup/backup-store.server.ts'
import { newestBackup } from '../../db/backup/newest.server.ts'
import { statementTimes } from '../../db/statement-times.server.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config.server.ts'
import { embeddedUrl } from '../../platform/data-folder.server.ts'
import type { Figures } from './contract.ts'
import { countJobs } from './failed-jobs-sql.server.ts'
import { countMails, readSizes, readStatements } from './figures-sql.server.ts'
import { listNodes, readMigration } from './node-status-sql.server.ts'
import { MAIL_KINDS } from './policy.ts'
import { productVersion } from './release.server.ts'
import {
  signOfBackup,
  signOfCache,
  signOfJobs,
  signOfMail,
  signOfNode,
  signOfStatements,
  signOfStorage,
} from './signs.ts'

/** Milliseconds for which what was read is good, however many ask. */
const GOOD_FOR_MS = 15_000

declare module '../../api/core/context.server.ts' {
  interface Services {
    operation: Operation
  }
}

/** How the forum runs, as this node finds it. Whoever asks within 15 seconds gets what was found. */
export class Operation {
  private readonly db: Kysely<DB>
  private readonly config: Config
  private readonly backups: BackupStore
  private found: { figures: Promise<Figures>; at: number } | undefined

  constructor({ config, db }: { config: Config; db: Kysely<DB> }) {
    this.db = db
    this.config = config
    this.backups = openBackupStore(config)
  }

  read(): Promise<Figures> {
    const now = performance.now()
    if (this.found && now - this.found.at < GOOD_FOR_MS) return this.found.figures
    const figures = this.readAnew()
    this.found = { figures, at: now }
    figures.catch(() => this.forget())
    return figures
  }

  /** After an act whose outcome is to be seen. */
  forget(): void {
    this.found = undefined
  }

  private async readAnew(): Promise<Figures> {
    const { db } = this
    const [jobs, mails, backup, storage, nodes, migration, statements] = await Promise.all([
      countJobs(db),
      countMails(db),
      this.readBackup(),
      this.readStorage(),
      listNodes(db),
      readMigration(db),
      readStatements(db, statementTimes),
    ])
    const running = nodes.filter(({ is_away }) => !is_away)
    const cache = { hits: sum(running, 'cache_hits'), misses: sum(running, 'cache_misses') }
    const waiting = jobs.kinds.filter(({ kind }) => kind.startsWith(MAIL_KINDS))
    const mail = {
      ...mails,
      goes: this.config.SMTP_URL ? ('smtp' as const) : ('outbox' as const),
      waiting: waiting.reduce((all, kind) => all + kind.waiting, 0),
    }
    return {
      version: productVersion,
      migration,
      at: new Date().toISOString(),
      jobs: { ...jobs, sign: signOfJobs(jobs) },
      mail: { ...mail, sign: signOfMail(mail) },
      backup: { ...backup, sign: signOfBackup(backup) },
      storage: { ...storage, sign: signOfStorage(storage) },
      cache: { ...cache, sign: signOfCache(cache) },
      nodes: nodes.map((node) => ({ ...node, sign: signOfNode(node, nodes, migration) })),
      statements: { ...statements, sign: signOfStatements(statements) },
    }
  }

  /** A bucket that is away is no reason to show nothing else. */
  private async readBackup(): Promise<Omit<Figures['backup'], 'sign'>> {
    const { BACKUP_SCHEDULE, BACKUP_TO, DATA_DIR } = this.config
    const newest = await newestBackup(this.backups).catch(() => undefined)
    return {
      schedule: BACKUP_SCHEDULE ?? null,
      to: BACKUP_TO ?? join(DATA_DIR, 'backups'),
      newest: newest ? { ...newest, made_at: newest.made_at.toISOString() } : null,
    }
  }

  private async readStorage(): Promise<Omit<Figures['storage'], 'sign'>> {
    const { DATA_DIR, DATABASE_URL, S3_BUCKET } = this.config
    const [sizes, disk] = await Promise.all([readSizes(this.db), statfs(DATA_DIR).catch(() => undefined)])
    return {
      ...sizes,
      files: S3_BUCKET ? 'bucket' : join(DATA_DIR, 'files'),
      is_database_here: DATABASE_URL === embeddedUrl(DATA_DIR),
      disk: disk ? { free_bytes: disk.bavail * disk.bsize, total_bytes: disk.blocks * disk.bsize } : null,
    }
  }
}

function sum(
  nodes: readonly Record<'cache_hits' | 'cache_misses', number>[],
  of: 'cache_hits' | 'cache_misses',
) {
  return nodes.reduce((all, node) => all + node[of], 0)
}
