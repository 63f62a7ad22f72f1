import { Time } from '../../ui/format/time.tsx'
import { Days } from './days.tsx'
import type { Figures, Sign } from './figures.ts'
import { Nodes } from './nodes.tsx'
import { Backup, Cache, Jobs, Mail, Storage } from './parts.tsx'
import { Release } from './release.tsx'
import { Section, State } from './section.tsx'
import { Statements } from './tables.tsx'

/** What matters first: whether there is anything to do, then the days, then each part. */
export default function Sections({ figures, isStale }: { figures: Figures; isStale: boolean }) {
  const { statements } = figures
  return (
    <>
      <Overview figures={figures} isStale={isStale} />
      <Days />
      <Jobs jobs={figures.jobs} />
      <Mail mail={figures.mail} />
      <Backup backup={figures.backup} />
      <Storage storage={figures.storage} />
      <Cache cache={figures.cache} />
      <Nodes nodes={figures.nodes} />
      <Section id="statements" title="Statements" sign={statements.sign}>
        <Statements statements={statements} />
      </Section>
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
        {open.length === 0 ? 'Nothing to do' : 'To look at'}
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
        {isStale ? 'It cannot be read just now. As of ' : 'As of '}
        <Time iso={figures.at} />, read again every 15 seconds.
      </p>
    </section>
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

const isIn =
  (state: Sign['state']) =>
  ({ sign }: Part) =>
    sign.state === state
