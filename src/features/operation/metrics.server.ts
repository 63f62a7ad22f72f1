import { gaugeByKind } from '../../platform/metrics.server.ts'
import type { Figures } from './contract.ts'
import type { Operation } from './operation.server.ts'

/** What the operator's page shows, for machines. All processes read it alike. */
export function measureOperation(operation: Pick<Operation, 'read'>): void {
  const of = async (read: (figures: Figures) => Record<string, number>) => read(await operation.read())
  gaugeByKind('jobs_failed', 'Jobs that were given up within the last day', () =>
    of(({ jobs }) => Object.fromEntries(jobs.kinds.map(({ kind, failed }) => [kind, failed]))),
  )
  gaugeByKind('mails', 'Mails that wait, and of today those that were sent and refused', () =>
    of(({ mail }) => ({
      waiting: mail.waiting,
      sent_today: mail.sent_today,
      refused_today: mail.refused_today,
    })),
  )
  gaugeByKind('mail_addresses_refused', 'Addresses that refused three mails in a row', () =>
    of(({ mail }) => ({ all: mail.stopped_addresses })),
  )
  gaugeByKind('backup_age_seconds', 'Since the newest backup was made', () =>
    of(({ backup: { newest } }) => {
      if (!newest) return {} as Record<string, number>
      return { newest: (Date.now() - Date.parse(newest.made_at)) / 1000 }
    }),
  )
  gaugeByKind('storage_bytes', 'Of the database, and free and in all on the disk of the data folder', () =>
    of(({ storage: { database_bytes, disk } }) => ({
      database: database_bytes,
      ...(disk && { disk_free: disk.free_bytes, disk: disk.total_bytes }),
    })),
  )
}
