import { formatNumber } from '../../ui/format/format-number.ts'

type Row = readonly [labels: readonly string[], count: number]

interface Props {
  title: string
  /** Headings of the columns before the count. */
  columns: readonly string[]
  rows: readonly Row[]
  total?: number
  note?: string
}

/** A section with a table of counts. On a phone, the table scrolls sideways if it's too wide. */
export function CountTable({ title, columns, rows, total, note }: Props) {
  const id = title.toLowerCase().replaceAll(' ', '-')
  return (
    <div className="mt-8">
      <h2 id={id} className="text-xl">
        {title}
        {total !== undefined && <span className="ml-2 text-base text-muted">{formatNumber(total)}</span>}
      </h2>
      {rows.length === 0 ? (
        <p className="mt-2 text-muted">None in this period.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards can scroll only what can have the focus.
        <section aria-labelledby={id} tabIndex={0} className="mt-2 overflow-x-auto">
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="border-b border-line text-muted">
                {columns.map((column) => (
                  <th key={column} scope="col" className="py-2 pr-4 font-medium">
                    {column}
                  </th>
                ))}
                <th scope="col" className="py-2 text-right font-medium">
                  Count
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([labels, count]) => (
                <tr key={labels.join()} className="border-b border-line">
                  {labels.map((label, index) => (
                    <td key={columns[index]} dir="auto" className="py-2 pr-4">
                      {label}
                    </td>
                  ))}
                  <td className="py-2 text-right tabular-nums">{formatNumber(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {note && <p className="mt-2 text-sm text-muted">{note}</p>}
    </div>
  )
}

const DAY_SECONDS = 86_400

/** Formats a duration: 5400 → "1.5 hours", 200000 → "2.3 days". */
export function durationInWords(seconds: number | null): string {
  if (seconds === null) return 'no decisions'
  const [count, unit] =
    seconds < 3600
      ? [Math.round(seconds / 60), 'minutes']
      : seconds < 2 * DAY_SECONDS
        ? [Math.round(seconds / 360) / 10, 'hours']
        : [Math.round(seconds / (DAY_SECONDS / 10)) / 10, 'days']
  return `${count} ${unit}`
}
