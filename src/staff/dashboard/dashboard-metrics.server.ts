import { gaugeByKind } from '../../platform/metrics.server.ts'
import type { DashboardReader } from './dashboard-reader.server.ts'

type Parts = Pick<DashboardReader, 'backup' | 'mail' | 'storage'>

export function registerDashboardMetrics(dashboard: Parts): void {
  gaugeByKind(
    'mails',
    'Emails waiting, held back by mail server policies, and sent and refused today',
    async () => {
      const { waiting, held_back, sent_today, refused_today } = await dashboard.mail()
      return { waiting, held_back, sent_today, refused_today }
    },
  )
  gaugeByKind('mail_addresses_refused', 'Addresses that refused three emails in a row', async () => ({
    all: (await dashboard.mail()).stopped_addresses,
  }))
  gaugeByKind(
    'backup_age_seconds',
    'Age of the newest backup, or of the forum if there is none',
    async () => {
      const { place, newest, age_seconds } = await dashboard.backup()
      const isKnown = newest !== null || place !== 'unread'
      return isKnown ? { newest: age_seconds } : ({} as Record<string, number>)
    },
  )
  gaugeByKind('backup_readable', '0 while the backup location cannot be read', async () => {
    const { place } = await dashboard.backup()
    return { place: Number(place !== 'unreadable') }
  })
  gaugeByKind(
    'storage_bytes',
    'Size of the database, and free and total size of the disk with the data folder',
    async () => {
      const { database_bytes, disk } = await dashboard.storage()
      return {
        database: database_bytes,
        ...(disk && { disk_free: disk.free_bytes, disk: disk.total_bytes }),
      }
    },
  )
}
