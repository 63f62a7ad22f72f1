import { Time } from '../../ui/format/time.tsx'
import type { Figures } from './figures.ts'
import { bytesInWords, millisecondsInWords } from './in-words.ts'
import { State } from './section.tsx'

type Node = Figures['nodes'][number]

const ROLES = { all: 'pages and jobs', web: 'pages', jobs: 'jobs' }

/** Processes that serve this forum. */
export function Nodes({ nodes }: { nodes: readonly Node[] }) {
  return (
    <section aria-labelledby="nodes" className="mt-10">
      <h2 id="nodes" tabIndex={-1} className="border-b border-line pb-3 text-xl">
        Nodes
      </h2>
      <p className="mt-3 max-w-3xl text-muted">
        Each process is one. Up to a gigabyte and a half of memory is usual: start one with more again, and
        report it if it comes back. Messages take some ten milliseconds.
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
        Version {version}, for {ROLES[role]}, {bytesInWords(memory_bytes)} of memory, database at {migration}
      </p>
      <p className="mt-0.5 text-sm text-muted">
        {event_lag_ms === null
          ? 'Messages not measured yet'
          : `Messages take ${millisecondsInWords(event_lag_ms)}`}
      </p>
      <p className="mt-0.5 text-sm text-faint">
        Started <Time iso={started_at} />, last heard of <Time iso={seen_at} />
      </p>
    </li>
  )
}
