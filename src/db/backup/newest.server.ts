import { archiveTime } from './archive-name.ts'
import type { BackupStore } from './backup-store.server.ts'

export interface NewestBackup {
  made_at: Date
  bytes: number
}

/** The newest that is kept where backups are kept by themselves; nothing where there is none. */
export async function newestBackup(store: BackupStore): Promise<NewestBackup | undefined> {
  const backups = (await store.names()).flatMap((name) => {
    const made_at = archiveTime(name)
    return made_at ? [{ name, made_at }] : []
  })
  if (backups.length === 0) return undefined
  const { name, made_at } = backups.reduce((one, other) => (other.made_at > one.made_at ? other : one))
  return { made_at, bytes: await store.size(name) }
}
