import { formatNumber } from '../../ui/format/format-number.ts'
import type { Figures } from './figures.ts'
import { bytesInWords, millisecondsInWords } from './section.tsx'

/** Sizes include indexes. */
export function Tables({ tables }: Pick<Figures['storage'], 'tables'>) {
  return (
    <details>
      <summary className="cursor-pointer py-2.5 text-sm text-muted">The largest tables</summary>
      <p className="text-sm text-muted">
        They grow with what is written, and nothing is to be done. One that grows by itself is worth a report.
      </p>
      <ul aria-label="The largest tables">
        {tables.map(({ name, bytes, rows }) => (
          <li key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="text-muted tabular-nums">
              {bytesInWords(bytes)}, about {formatNumber(rows)} rows
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function Statements({ statements: { items, source } }: Pick<Figures, 'statements'>) {
  return (
    <>
      <p className="mt-3 text-sm text-muted">
        {source === 'database'
          ? 'As pg_stat_statements has counted them, of all nodes.'
          : 'As the process that answered has counted them since its start. With pg_stat_statements the database does, for all nodes.'}{' '}
        They have no values. A high average is to be looked at; a high count alone is not.
      </p>
      <details>
        <summary className="cursor-pointer py-2.5 text-sm text-muted">Those that took longest in all</summary>
        <ol aria-label="Those that took longest in all">
          {items.map(({ statement, calls, mean_ms, max_ms }) => (
            <li key={statement} className="border-b border-line py-3 text-sm">
              <p className="text-muted tabular-nums">
                {formatNumber(calls)} times, {millisecondsInWords(mean_ms)} on average,{' '}
                {millisecondsInWords(max_ms)} at most
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
