import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { BackUpNow, TestEmail } from './actions.tsx'
import {
  DashboardSection,
  FigureList,
  formatBytes,
  formatSeconds,
  formatShare,
} from './dashboard-section.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import type { Figures } from './figures.ts'
import { DatabaseTables } from './tables.tsx'

export function JobsSection({ jobs }: Pick<Figures, 'jobs'>) {
  return (
    <DashboardSection id="jobs" title="Jobs" sign={jobs.sign}>
      <FigureList
        rows={[
          [
            'Waiting',
            formatNumber(jobs.waiting),
            'They run automatically. If this keeps growing, start a node with ROLE=jobs.',
          ],
          [
            'Waiting for a retry',
            formatNumber(jobs.retrying),
            'For up to 12 hours. If they don’t go away, check the log.',
          ],
          ['Failed', formatNumber(jobs.failed), 'Listed below. Retry them once the cause is fixed.'],
          [
            'Oldest not started',
            ageInWords(jobs.oldest_seconds),
            'More than ten minutes: no node runs jobs. Start one.',
          ],
        ]}
      />
      <FailedJobs />
    </DashboardSection>
  )
}

export function MailSection({ mail }: Pick<Figures, 'mail'>) {
  return (
    <DashboardSection id="mail" title="Email" sign={mail.sign}>
      <FigureList
        rows={[
          ['Sent today', formatNumber(mail.sent_today), 'Compare it with your provider’s daily limit.'],
          ['Waiting', formatNumber(mail.waiting), 'Sent automatically once the mail server responds.'],
          [
            'Oldest waiting',
            ageInWords(mail.oldest_seconds),
            'A few minutes are normal. After an hour, check the mail server.',
          ],
          ['Held back by policies', formatNumber(mail.held_back), 'More than 0: check SPF, DKIM and DMARC.'],
          [
            'Unknown addresses today',
            formatNumber(mail.refused_today),
            'Mistyped or deleted. Many at once mean bots.',
          ],
          [
            'Suspended addresses',
            formatNumber(mail.stopped_addresses),
            'Nothing to do: members are notified on their next visit.',
          ],
        ]}
      />
      <p className="mt-4 max-w-3xl text-sm text-muted">
        Emails that bounce later are returned to the MAIL_FROM address and aren’t counted here. Check that
        mailbox now and then.
      </p>
      <TestEmail />
    </DashboardSection>
  )
}

export function BackupSection({
  backup: { sign, newest, schedule, to, read_at, is_running },
}: Pick<Figures, 'backup'>) {
  return (
    <DashboardSection id="backup" title="Backup" sign={sign}>
      <FigureList
        rows={[
          [
            'Newest',
            newest ? <Time key="newest" iso={newest.made_at} /> : 'None',
            'Older than expected? Look for “the backup failed” in the log.',
          ],
          [
            'Size',
            newest ? formatBytes(newest.bytes) : '–',
            'Grows with the forum. Much smaller than before? Find out why.',
          ],
          [
            'Schedule',
            schedule ? `${schedule} UTC` : 'None',
            'Set with BACKUP_SCHEDULE. BACKUP_KEEP sets how many to keep.',
          ],
        ]}
      />
      <p className="mt-4 text-sm text-muted wrap-anywhere">
        Backup location: {placeInWords(to)}, which{' '}
        {read_at ? (
          <>
            was last read <Time iso={read_at} />
          </>
        ) : (
          'couldn’t be read so far'
        )}
        .
      </p>
      <BackUpNow isRunning={is_running} />
    </DashboardSection>
  )
}

export function ModerationSection({ moderation }: Pick<Figures, 'moderation'>) {
  const { open_cases, oldest_case_seconds, decided, decision_seconds, sign } = moderation
  return (
    <DashboardSection id="moderation" title="Moderation" sign={sign}>
      <FigureList
        rows={[
          ['Open cases', formatNumber(open_cases), 'Reports, pending texts and appeals without a decision.'],
          [
            'Oldest open case',
            ageInWords(oldest_case_seconds),
            'More than a few days? Appoint more moderators.',
          ],
          ['Decided', formatNumber(decided), 'In the last 30 days.'],
          ['Time to decision', ageInWords(decision_seconds), 'Half of the cases were decided faster.'],
        ]}
      />
    </DashboardSection>
  )
}

export function StorageSection({ storage, database }: Pick<Figures, 'storage' | 'database'>) {
  const { database_bytes, disk, files, sign, tables } = storage
  return (
    <DashboardSection id="storage" title="Storage" sign={sign}>
      <FigureList
        rows={[
          [
            'Database',
            formatBytes(database_bytes),
            'Keep this much space free: a restore needs room for both.',
          ],
          [
            'Free disk space',
            disk ? formatBytes(disk.free_bytes) : '–',
            'Below 15%: free up space or get a larger disk.',
          ],
          [
            'Disk size',
            disk ? formatBytes(disk.total_bytes) : '–',
            'The disk with DATA_DIR. Enlarge it before it’s full.',
          ],
          ['PostgreSQL', database.version, 'Install minor versions soon: they fix bugs.'],
          [
            'Database started',
            <Time key="started" iso={database.started_at} />,
            'Did it restart by itself? Check its log for the reason.',
          ],
        ]}
      />
      <p className="mt-4 text-sm text-muted wrap-anywhere">Files are in {placeInWords(files)}.</p>
      <DatabaseTables tables={tables} />
    </DashboardSection>
  )
}

export function CacheSection({ cache: { hits, misses, sign } }: Pick<Figures, 'cache'>) {
  return (
    <DashboardSection id="cache" title="Page cache" sign={sign}>
      <FigureList
        rows={[
          [
            'Served from cache',
            formatShare(hits, hits + misses),
            'Within the last hour. Below 50%: check for crawlers.',
          ],
          [
            'Responses',
            formatNumber(hits + misses),
            'Within the last hour. Slow pages? Add WORKERS or nodes.',
          ],
        ]}
      />
    </DashboardSection>
  )
}

const ageInWords = (seconds: number | null) => (seconds === null ? '–' : formatSeconds(seconds))
const placeInWords = (place: string) => (place === 'bucket' ? 'the bucket' : place)
