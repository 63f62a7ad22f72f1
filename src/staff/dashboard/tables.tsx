import { formatNumber } from '../../ui/format/format-number.ts'
import { formatBytes, formatMilliseconds } from './dashboard-section.tsx'
import type { Figures } from './figures.ts'

/** Lists the largest tables. Their sizes include indexes. */
export function DatabaseTables({ tables }: Pick<Figures['storage'], 'tables'>) {
  return (
    <details>
      <summary className="cursor-pointer py-2.5 text-sm text-muted">Largest tables</summary>
      <p className="text-sm text-muted">
        They grow with the content, so there’s nothing to do. If one grows without new content, report it.
      </p>
      <ul aria-label="Largest tables">
        {tables.map(({ name, bytes, rows }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="text-muted tabular-nums">
              {formatBytes(bytes)}, about {formatNumber(rows)} rows
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function SlowStatements({ statements: { items, source } }: Pick<Figures, 'statements'>) {
  return (
    <>
      <p className="mt-3 text-sm text-muted">
        {source === 'database'
          ? 'Counted by pg_stat_statements for all nodes.'
          : 'Counted by the responding process since its start. Install pg_stat_statements to count them for all nodes.'}{' '}
        Shown without parameter values. Look into high averages; a high count alone is fine.
      </p>
      <details>
        <summary className="cursor-pointer py-2.5 text-sm text-muted">Highest total time</summary>
        <ol aria-label="Highest total time">
          {items.map(({ statement, calls, mean_ms, max_ms }) => (
            <li key={statement} className="border-b border-line py-3 text-sm">
              <p className="text-muted tabular-nums">
                {formatNumber(calls)} times, {formatMilliseconds(mean_ms)} on average,{' '}
                {formatMilliseconds(max_ms)} at most
              </p>
              <p className="mt-1 wrap-anywhere">
                <code>{statement}</code>
              </p>
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}
