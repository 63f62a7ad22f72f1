import { setTimeout as sleep } from 'node:timers/promises'
import { archiveTime } from '../../db/backup/archive-name.ts'
import { type BackupStore, openBackupStore } from '../../db/backup/backup-store.server.ts'
import type { Config } from '../../platform/config/config.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { PLACES } from './policy.ts'

/** Milliseconds to cache the list of backups, because object stores charge for each request. */
const GOOD_FOR_MS = 60_000
/** Milliseconds to wait for the list. Then returns the last state, as the metrics wait at most 1 s for it. */
const PATIENCE_MS = 700
const DEADLINE_MS = 30_000

export interface BackupState {
  place: (typeof PLACES)[number]
  newest: NewestBackup | null
  read_at: Date | null
}

/** Finds the newest backup. If the backup location is slow or hangs, returns the last known state. */
export class BackupReader {
  private readonly store: BackupStore
  private readonly log: Pick<Log, 'warn'>
  private found: BackupState = { place: 'unread', newest: null, read_at: null }
  private listing: Promise<void> | undefined
  private beganAt = Number.NEGATIVE_INFINITY

  constructor(config: Config, log: Pick<Log, 'warn'>, store = openBackupStore(config)) {
    this.store = store
    this.log = log
  }

  async read(): Promise<BackupState> {
    const now = performance.now()
    if (!this.listing && now - this.beganAt >= GOOD_FOR_MS) {
      this.beganAt = now
      this.listing = this.list().finally(() => {
        this.listing = undefined
      })
    }
    await Promise.race([this.listing, sleep(PATIENCE_MS, undefined, { ref: false })])
    if (this.listing && performance.now() - this.beganAt > DEADLINE_MS)
      this.fail(new Error(`no response within ${DEADLINE_MS} ms`))
    return this.found
  }

  forget(): void {
    this.beganAt = Number.NEGATIVE_INFINITY
  }

  private async list(): Promise<void> {
    try {
      const newest = (await newestBackup(this.store)) ?? null
      this.found = { place: 'read', newest, read_at: new Date() }
    } catch (error) {
      this.fail(error)
    }
  }

  private fail(error: unknown): void {
    if (this.found.place !== 'unreadable') this.log.warn({ err: error }, 'the backup location cannot be read')
    this.found = { ...this.found, place: 'unreadable' }
  }
}

interface NewestBackup {
  made_at: Date
  bytes: number
}

async function newestBackup(store: BackupStore): Promise<NewestBackup | undefined> {
  const backups = (await store.names()).flatMap((name) => {
    const made_at = archiveTime(name)
    return made_at ? [{ name, made_at }] : []
  })
  if (backups.length === 0) return undefined
  const { name, made_at } = backups.reduce((one, other) => (other.made_at > one.made_at ? other : one))
  return { made_at, bytes: await store.size(name) }
}
