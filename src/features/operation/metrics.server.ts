import { gaugeByKind } from '../../platform/metrics.server.ts'
import type { Operation } from './operation.server.ts'

type Parts = Pick<Operation, 'backup' | 'mail' | 'storage'>

/** What the operator's page shows, for machines. All processes read it alike. */
export function measureOperation(operation: Parts): void {
  gaugeByKind(
    'mails',
    'Mails that wait, are held back by rules, and were sent and refused today',
    async () => {
      const { waiting, held_back, sent_today, refused_today } = await operation.mail()
      return { waiting, held_back, sent_today, refused_today }
    },
  )
  gaugeByKind('mail_addresses_refused', 'Addresses that refused three mails in a row', async () => ({
    all: (await operation.mail()).stopped_addresses,
  }))
  gaugeByKind('backup_age_seconds', 'Of the newest backup, or of the forum where none is known', async () => {
    const { place, newest, age_seconds } = await operation.backup()
    const isKnown = newest !== null || place !== 'unread'
    return isKnown ? { newest: age_seconds } : ({} as Record<string, number>)
  })
  gaugeByKind('backup_readable', '0 while the place of the backups cannot be read', async () => {
    const { place } = await operation.backup()
    return { place: Number(place !== 'unreadable') }
  })
  gaugeByKind(
    'storage_bytes',
    'Of the database, and free and in all on the disk of the data folder',
    async () => {
      const { database_bytes, disk } = await operation.storage()
      return {
        database: database_bytes,
        ...(disk && { disk_free: disk.free_bytes, disk: disk.total_bytes }),
      }
    },
  )
}
