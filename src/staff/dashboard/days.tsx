import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { formatNumber } from '../../ui/format/format-number.ts'
import { shortDate } from '../../ui/format/relative-time.ts'
import { DAYS, type DayCount } from './policy.ts'
import { daysQuery } from './queries.ts'

export function Days() {
  const [days, setDays] = useState<(typeof DAYS)[number]>(30)
  const { data, isError, refetch } = useQuery(daysQuery(days))
  return (
    <section aria-labelledby="days" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line pb-3">
        <h2 id="days" className="text-xl">
          The last days
        </h2>
        <div className="flex gap-2">
          {DAYS.map((count) => (
            <Button
              key={count}
              kind="quiet"
              aria-pressed={count === days}
              className="text-sm aria-pressed:text-act"
              onClick={() => setDays(count)}
            >
              {count} days
            </Button>
          ))}
        </div>
      </div>
      <p className="mt-3 max-w-3xl text-muted">
        In UTC. Page views are full page loads by people and programs; navigation within the app isn’t
        counted. Members and posts are counted every ten minutes. No personal data is stored.
      </p>
      {isError && !data && <ErrorState title="The days could not be loaded" onRetry={() => void refetch()} />}
      <div className="mt-4 grid gap-x-14 md:grid-cols-2">
        {CHARTS.map(([kind, title, advice]) =>
          data ? (
            <DayChart
              key={kind}
              title={title}
              advice={advice}
              values={data.items.map((item) => [item.day, item[kind]])}
            />
          ) : (
            <Skeleton key={kind} className="h-40" />
          ),
        )}
      </div>
    </section>
  )
}

const CHARTS: readonly [DayCount, title: string, advice: string][] = [
  [
    'page_views',
    'Page views',
    'A sudden rise is often a crawler: watch the page cache. If there are none, check the proxy and the log.',
  ],
  ['members_active', 'Members active', 'Falling for weeks? Ask members why, and check that emails are sent.'],
  [
    'members_joined',
    'Members joined',
    'Many at once may be bots: switch to invite-only for a while. None for a long time? Try signing up yourself.',
  ],
  ['posts', 'Posts', 'A burst may be spam: check the moderation queue.'],
  [
    'mails_sent',
    'Emails sent',
    'None on a day with new members? See “Email” above. Close to your provider’s limit? Raise it.',
  ],
  [
    'mails_refused',
    'Emails to unknown addresses',
    'Many of these hurt your reputation with email providers: find out who signs up with fake addresses.',
  ],
]

/** Height of the chart and width of a bar, in units of the SVG, which is stretched to the available width. */
const HEIGHT = 48
const BAR = 0.72

interface Props extends Values {
  advice: string
}

interface Values {
  title: string
  values: readonly (readonly [day: string, count: number])[]
}

function DayChart({ title, advice, values }: Props) {
  const sum = values.reduce((all, [, count]) => all + count, 0)
  const most = Math.max(0, ...values.map(([, count]) => count))
  const [first, last] = [values[0]?.[0], values.at(-1)?.[0]]
  return (
    <figure className="mb-6 min-w-0">
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="font-semibold">{title}</span>
        <span className="text-sm text-muted tabular-nums">
          {formatNumber(sum)} total, {formatNumber(values.at(-1)?.[1] ?? 0)} today
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
        <span>{most > 0 && `max. ${formatNumber(most)}`}</span>
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
  return `${title} in ${values.length} days: ${formatNumber(sum)} in total, maximum ${formatNumber(most)} on ${shortDate(day)}.`
}
