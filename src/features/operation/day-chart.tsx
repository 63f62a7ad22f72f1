import { formatNumber } from '../../ui/format/format-number.ts'
import { shortDate } from '../../ui/format/relative-time.ts'

/** In the units of the drawing, which is stretched to the width that there is. */
const HEIGHT = 48
const BAR = 0.72

interface Props extends Values {
  /** What to do about what it shows. */
  advice: string
}

interface Values {
  title: string
  values: readonly (readonly [day: string, count: number])[]
}

/** A bar for each day, with all of it as words and as a table. */
export function DayChart({ title, advice, values }: Props) {
  const sum = values.reduce((all, [, count]) => all + count, 0)
  const most = Math.max(0, ...values.map(([, count]) => count))
  const [first, last] = [values[0]?.[0], values.at(-1)?.[0]]
  return (
    <figure className="mb-6 min-w-0">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-muted tabular-nums">
          {formatNumber(sum)} in all, {formatNumber(values.at(-1)?.[1] ?? 0)} today
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={inWords(title, values, sum, most)}
        viewBox={`0 0 ${Math.max(1, values.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT * 1.5}
        className="mt-2 w-full border-b border-line-strong text-act"
      >
        {values.map(([day, count], index) => {
          const height = most > 0 ? (count / most) * HEIGHT : 0
          return (
            <rect
              key={day}
              x={index + (1 - BAR) / 2}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              fill="currentColor"
            />
          )
        })}
      </svg>
      <div aria-hidden="true" className="flex justify-between text-sm text-faint tabular-nums">
        <span>{first && shortDate(first)}</span>
        <span>{most > 0 && `most ${formatNumber(most)}`}</span>
        <span>{last && shortDate(last)}</span>
      </div>
      <p className="mt-1 text-sm text-muted">{advice}</p>
      <details>
        <summary className="cursor-pointer py-2.5 text-sm text-muted">{title} as a table</summary>
        <DayTable title={title} values={values} />
      </details>
    </figure>
  )
}

function DayTable({ title, values }: Values) {
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="border-b border-line text-left text-muted">
          <th scope="col" className="py-1 font-medium">
            Day
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {title}
          </th>
        </tr>
      </thead>
      <tbody>
        {values.toReversed().map(([day, count]) => (
          <tr key={day} className="border-b border-line">
            <th scope="row" className="py-1 text-left font-medium">
              <time dateTime={day}>{shortDate(day)}</time>
            </th>
            <td className="py-1 text-right">{formatNumber(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function inWords(title: string, values: Values['values'], sum: number, most: number): string {
  if (most === 0) return `${title}: none in ${values.length} days.`
  const [day = ''] = values.findLast(([, count]) => count === most) ?? []
  return `${title} in ${values.length} days: ${formatNumber(sum)} in all, ${formatNumber(most)} at most, on ${shortDate(day)}.`
}
