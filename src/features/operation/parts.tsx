import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import type { Figures } from './figures.ts'
import { bytesInWords, Numbers, Section, secondsInWords, shareInWords } from './section.tsx'
import { Tables } from './tables.tsx'

export function Jobs({ jobs }: Pick<Figures, 'jobs'>) {
  return (
    <Section id="jobs" title="Jobs" sign={jobs.sign}>
      <Numbers
        rows={[
          [
            'Waiting',
            formatNumber(jobs.waiting),
            'Done by themselves. If it only grows, start a node with ROLE=jobs.',
          ],
          [
            'Of those, to be tried again',
            formatNumber(jobs.retrying),
            'For half a day. If it stays, the log says why.',
          ],
          ['Failed', formatNumber(jobs.failed), 'Each is below. Try again once the cause is gone.'],
          [
            'Oldest not begun',
            ageInWords(jobs.oldest_seconds),
            'After ten minutes nobody does them: start a node.',
          ],
        ]}
      />
      <FailedJobs />
    </Section>
  )
}

export function Mail({ mail }: Pick<Figures, 'mail'>) {
  return (
    <Section id="mail" title="Mail" sign={mail.sign}>
      <Numbers
        rows={[
          ['Sent today', formatNumber(mail.sent_today), 'Compare it with what your provider allows a day.'],
          ['Waiting', formatNumber(mail.waiting), 'Goes out by itself once the mail server answers.'],
          [
            'Oldest waiting',
            ageInWords(mail.oldest_seconds),
            'Minutes happen. After an hour look at the mail server.',
          ],
          ['Held back by rules', formatNumber(mail.held_back), 'More than 0: look at SPF, DKIM and DMARC.'],
          [
            'No such address, today',
            formatNumber(mail.refused_today),
            'Mistyped or gone. Many at once are programs.',
          ],
          [
            'Addresses without mail',
            formatNumber(mail.stopped_addresses),
            'Nothing: their members are told on a visit.',
          ],
        ]}
      />
      <p className="mt-4 max-w-3xl text-sm text-muted">
        A mail that is taken at first and returned later arrives at the address of MAIL_FROM and is not
        counted here. Read that mailbox now and then.
      </p>
    </Section>
  )
}

export function Backup({ backup: { sign, newest, schedule, to, read_at } }: Pick<Figures, 'backup'>) {
  return (
    <Section id="backup" title="Backup" sign={sign}>
      <Numbers
        rows={[
          [
            'Newest',
            newest ? <Time key="newest" iso={newest.made_at} /> : 'None',
            'Older than it should be? Look for “the backup failed” in the log.',
          ],
          [
            'Size',
            newest ? bytesInWords(newest.bytes) : '–',
            'Grows with the forum. Much smaller than before: look why.',
          ],
          [
            'By itself',
            schedule ? `${schedule} UTC` : 'No',
            'BACKUP_SCHEDULE says when, BACKUP_KEEP how many stay.',
          ],
        ]}
      />
      <p className="mt-4 text-sm text-muted wrap-anywhere">
        Backups are looked for in {placeInWords(to)}, which{' '}
        {read_at ? (
          <>
            was last read <Time iso={read_at} />
          </>
        ) : (
          'could not be read so far'
        )}
        .
      </p>
    </Section>
  )
}

export function Storage({ storage }: Pick<Figures, 'storage'>) {
  const { database_bytes, disk, files, sign, tables } = storage
  return (
    <Section id="storage" title="Storage" sign={sign}>
      <Numbers
        rows={[
          ['Database', bytesInWords(database_bytes), 'Keep as much free: a restore needs room for both.'],
          [
            'Free on the disk',
            disk ? bytesInWords(disk.free_bytes) : '–',
            'Below 15 % make room, or get a larger disk.',
          ],
          [
            'Size of the disk',
            disk ? bytesInWords(disk.total_bytes) : '–',
            'Where DATA_DIR is. Have it enlarged before it is full.',
          ],
        ]}
      />
      <p className="mt-4 text-sm text-muted wrap-anywhere">Files are in {placeInWords(files)}.</p>
      <Tables tables={tables} />
    </Section>
  )
}

export function Cache({ cache: { hits, misses, sign } }: Pick<Figures, 'cache'>) {
  return (
    <Section id="cache" title="Page cache" sign={sign}>
      <Numbers
        rows={[
          [
            'Answered at once',
            shareInWords(hits, hits + misses),
            'Within the last hour. Below half: look at who reads.',
          ],
          [
            'Answers',
            formatNumber(hits + misses),
            'Within the last hour. Pages get slow? More WORKERS or nodes.',
          ],
        ]}
      />
    </Section>
  )
}

const ageInWords = (seconds: number | null) => (seconds === null ? '–' : secondsInWords(seconds))
const placeInWords = (place: string) => (place === 'bucket' ? 'the bucket' : place)
