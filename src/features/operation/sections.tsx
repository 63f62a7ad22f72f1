import { formatNumber } from '../../ui/format/format-number.ts'
import { Time } from '../../ui/format/time.tsx'
import { Days } from './days.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import type { Figures, Sign } from './figures.ts'
import { bytesInWords, secondsInWords, shareInWords } from './in-words.ts'
import { Nodes } from './nodes.tsx'
import { Release } from './release.tsx'
import { Numbers, Section, State } from './section.tsx'
import { Statements, Tables } from './tables.tsx'

/** What matters first: whether there is anything to do, then the days, then each part. */
export default function Sections({ figures, isStale }: { figures: Figures; isStale: boolean }) {
  const { jobs, mail, storage, cache, statements } = figures
  return (
    <>
      <Overview figures={figures} isStale={isStale} />
      <Days />
      <Section id="jobs" title="Jobs" sign={jobs.sign}>
        <Numbers
          rows={[
            ['Waiting', formatNumber(jobs.waiting)],
            ['Of those, to be tried again', formatNumber(jobs.retrying)],
            ['Failed', formatNumber(jobs.failed)],
            ['Oldest not begun', jobs.oldest_seconds === null ? '–' : secondsInWords(jobs.oldest_seconds)],
          ]}
        />
        <FailedJobs />
      </Section>
      <Section id="mail" title="Mail" sign={mail.sign}>
        <Numbers
          rows={[
            ['Sent today', formatNumber(mail.sent_today)],
            ['Waiting', formatNumber(mail.waiting)],
            ['Refused today', formatNumber(mail.refused_today)],
            ['Addresses that take none', formatNumber(mail.stopped_addresses)],
          ]}
        />
      </Section>
      <Backup backup={figures.backup} />
      <Section id="storage" title="Storage" sign={storage.sign}>
        <Numbers
          rows={[
            ['Database', bytesInWords(storage.database_bytes)],
            ['Free on the disk', storage.disk ? bytesInWords(storage.disk.free_bytes) : '–'],
            ['Size of the disk', storage.disk ? bytesInWords(storage.disk.total_bytes) : '–'],
          ]}
        />
        <p className="mt-3 text-sm text-muted wrap-anywhere">Files are in {placeInWords(storage.files)}.</p>
        <Tables tables={storage.tables} />
      </Section>
      <Section id="cache" title="Page cache" sign={cache.sign}>
        <Numbers
          rows={[
            ['Answered at once', shareInWords(cache.hits, cache.hits + cache.misses)],
            ['Answers', formatNumber(cache.hits + cache.misses)],
          ]}
        />
      </Section>
      <Nodes nodes={figures.nodes} />
      <Section id="statements" title="Statements" sign={statements.sign}>
        <Statements statements={statements} />
      </Section>
      <Release migration={figures.migration} version={figures.version} />
    </>
  )
}

function Overview({ figures, isStale }: { figures: Figures; isStale: boolean }) {
  const open = partsOf(figures).filter(({ sign }) => sign.state !== 'fine')
  return (
    <section aria-labelledby="overview" className="mt-6 rounded-lg border border-line bg-raised p-4">
      <h2 id="overview" className="text-lg">
        {open.length === 0 ? 'Nothing to do' : 'To look at'}
      </h2>
      <ul>
        {open.map(({ id, title, sign }) => (
          <li key={id} className="mt-3 flex flex-wrap items-center gap-x-3">
            <State sign={sign} />
            <a href={`#${id}`} className="font-semibold text-act underline-offset-4 hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-faint">
        {isStale ? 'It cannot be read just now. As of ' : 'As of '}
        <Time iso={figures.at} />, read again every 15 seconds.
      </p>
    </section>
  )
}

function Backup({ backup: { sign, newest, schedule, to } }: Pick<Figures, 'backup'>) {
  return (
    <Section id="backup" title="Backup" sign={sign}>
      <Numbers
        rows={[
          ['Newest', newest ? <Time key="newest" iso={newest.made_at} /> : 'None'],
          ['Size', newest ? bytesInWords(newest.bytes) : '–'],
          ['By itself', schedule ? `${schedule} UTC` : 'No'],
        ]}
      />
      <p className="mt-3 text-sm text-muted wrap-anywhere">Backups are looked for in {placeInWords(to)}.</p>
    </Section>
  )
}

interface Part {
  id: string
  title: string
  sign: Sign
}

function partsOf({ jobs, mail, backup, storage, cache, nodes, statements }: Figures): Part[] {
  const away = nodes.filter(({ sign }) => sign.state === 'problem')
  const noticed = nodes.filter(({ sign }) => sign.state !== 'fine')
  const [node] = away.length > 0 ? away : noticed
  return [
    { id: 'jobs', title: 'Jobs', sign: jobs.sign },
    { id: 'mail', title: 'Mail', sign: mail.sign },
    { id: 'backup', title: 'Backup', sign: backup.sign },
    { id: 'storage', title: 'Storage', sign: storage.sign },
    { id: 'cache', title: 'Page cache', sign: cache.sign },
    ...(node ? [{ id: 'nodes', title: 'Nodes', sign: node.sign }] : []),
    { id: 'statements', title: 'Statements', sign: statements.sign },
  ]
}

function placeInWords(place: string): string {
  return place === 'bucket' ? 'the bucket' : place
}
