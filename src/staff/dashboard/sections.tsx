import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Time } from '../../ui/format/time.tsx'
import {
  BackupSection,
  CacheSection,
  JobsSection,
  MailSection,
  ModerationSection,
  StorageSection,
} from './area-sections.tsx'
import { CrawlersSection } from './crawlers-section.tsx'
import { DashboardSection, formatBytes, formatMilliseconds, State } from './dashboard-section.tsx'
import { Days } from './days.tsx'
import type { Figures, Sign } from './figures.ts'
import { releaseQuery } from './queries.ts'
import { SlowStatements } from './tables.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

export default function Sections({ figures, isStale }: { figures: Figures; isStale: boolean }) {
  const { statements } = figures
  return (
    <>
      <Overview figures={figures} isStale={isStale} />
      <Days />
      <JobsSection jobs={figures.jobs} />
      <MailSection mail={figures.mail} />
      <BackupSection backup={figures.backup} />
      <ModerationSection moderation={figures.moderation} />
      <WebhooksSection webhooks={figures.webhooks} />
      <StorageSection storage={figures.storage} database={figures.database} />
      <CacheSection cache={figures.cache} />
      <CrawlersSection crawlers={figures.crawlers} />
      <Nodes nodes={figures.nodes} />
      <DashboardSection id="statements" title="Statements" sign={statements.sign}>
        <SlowStatements statements={statements} />
      </DashboardSection>
      <Release release={figures.release} />
    </>
  )
}

function Overview({ figures, isStale }: { figures: Figures; isStale: boolean }) {
  const parts = partsOf(figures)
  const open = [...parts.filter(isIn('problem')), ...parts.filter(isIn('attention'))]
  return (
    <section aria-labelledby="overview" className="mt-6 rounded-lg border border-line bg-raised p-4">
      <h2 id="overview" className="text-lg">
        {open.length === 0 ? 'Nothing to do' : 'Needs attention'}
      </h2>
      <ul>
        {open.map(({ id, title, sign }) => (
          <li key={id} className="mt-4">
            <div className="flex flex-wrap items-center gap-x-3">
              <State sign={sign} />
              <a href={`#${id}`} className="font-semibold text-act underline-offset-4 hover:underline">
                {title}
              </a>
            </div>
            <p className="mt-0.5 max-w-3xl text-sm text-muted">{sign.advice}</p>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-faint">
        {isStale ? 'The figures can’t be read right now. As of ' : 'As of '}
        <Time iso={figures.at} />, updated every 15 seconds.
      </p>
    </section>
  )
}

interface SectionStatus {
  id: string
  title: string
  sign: Sign
}

function partsOf({
  jobs,
  mail,
  backup,
  moderation,
  webhooks,
  storage,
  cache,
  crawlers,
  nodes,
  statements,
}: Figures): SectionStatus[] {
  const away = nodes.filter(({ sign }) => sign.state === 'problem')
  const noticed = nodes.filter(({ sign }) => sign.state !== 'fine')
  const [node] = away.length > 0 ? away : noticed
  return [
    { id: 'jobs', title: 'Jobs', sign: jobs.sign },
    { id: 'mail', title: 'Email', sign: mail.sign },
    { id: 'backup', title: 'Backup', sign: backup.sign },
    { id: 'moderation', title: 'Moderation', sign: moderation.sign },
    { id: 'webhooks', title: 'Webhooks', sign: webhooks.sign },
    { id: 'storage', title: 'Storage', sign: storage.sign },
    { id: 'cache', title: 'Page cache', sign: cache.sign },
    { id: 'crawlers', title: 'Crawlers', sign: crawlers.sign },
    ...(node ? [{ id: 'nodes', title: 'Nodes', sign: node.sign }] : []),
    { id: 'statements', title: 'Statements', sign: statements.sign },
  ]
}

const isIn =
  (state: Sign['state']) =>
  ({ sign }: SectionStatus) =>
    sign.state === state

type Node = Figures['nodes'][number]

const ROLES = { all: 'pages and jobs', web: 'pages', jobs: 'jobs' }

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  return (
    <section aria-labelledby="nodes" className="mt-10">
      <h2 id="nodes" tabIndex={-1} className="border-b border-line pb-3 text-xl">
        Nodes
      </h2>
      <p className="mt-3 max-w-3xl text-muted">
        Each process is a node. Up to 1.5 GB of memory is normal. If a node uses more, restart it; if it
        happens again, report it. Messages normally take about ten milliseconds.
      </p>
      <ul aria-label="Nodes">
        {nodes.map((node) => (
          <NodeRow key={node.id} node={node} />
        ))}
      </ul>
    </section>
  )
}

function NodeRow({ node }: { node: Node }) {
  const { name, version, role, started_at, seen_at, memory_bytes, migration, event_lag_ms, has_ended, sign } =
    node
  return (
    <li className="border-b border-line py-4 wrap-anywhere">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="font-semibold">{name}</p>
        {has_ended ? <span className="badge text-muted">Ended</span> : <State sign={sign} />}
      </div>
      <p className="mt-0.5 text-sm text-muted">{sign.advice}</p>
      <p className="mt-0.5 text-sm text-muted">
        Version {version}, for {ROLES[role]}, {formatBytes(memory_bytes)} of memory, database at {migration}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        {event_lag_ms === null
          ? 'Messages not measured yet'
          : `Messages take ${formatMilliseconds(event_lag_ms)}`}
      </p>
      <p className="mt-0.5 text-sm text-faint">
        Started <Time iso={started_at} />, last seen <Time iso={seen_at} />
      </p>
    </li>
  )
}

function Release({ release: { version, migration, sign } }: Pick<Figures, 'release'>) {
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError } = useQuery({ ...releaseQuery(), enabled: isOpen })
  return (
    <DashboardSection id="release" title="Version" sign={sign}>
      <p className="mt-3 wrap-anywhere">
        {version}, database at {migration}
      </p>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="cursor-pointer py-2.5 text-sm text-muted">What’s new</summary>
        {isError && !data && <p className="text-muted">The changes could not be loaded.</p>}
        {data && <h3 className="text-lg">{data.title}</h3>}
        {data?.groups.map(({ title, items }) => (
          <div key={title} className="mt-3">
            <h4 className="font-semibold">{title}</h4>
            <ul className="max-w-3xl text-sm leading-relaxed wrap-anywhere">
              {items.map((item) => (
                <li key={item} className="border-b border-line py-2">
                  {item.replaceAll('`', '')}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </DashboardSection>
  )
}
