import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DayChart } from './day-chart.tsx'
import { DAYS, type DayCount } from './policy.ts'
import { daysQuery } from './queries.ts'

/** What was counted on each day. */
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
        In UTC. Page views are pages that were loaded, by people and programs; what members open without
        loading a page is not among them. Members and posts are counted every ten minutes. Nothing is kept of
        who it was.
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
    'A sudden rise is often a crawler: watch the page cache. None at all: look at the proxy and the log.',
  ],
  [
    'members_active',
    'Members active',
    'Falling for weeks? Ask members why, and look whether their mails go out.',
  ],
  [
    'members_joined',
    'Members joined',
    'Many at once may be programs: let people join by invitation for a while. None for long: try to sign up yourself.',
  ],
  ['posts', 'Posts', 'A burst may be spam: look at the queue of the moderators.'],
  [
    'mails_sent',
    'Mails sent',
    'None on a day with new members: look at “Mail”. Near what your provider allows: raise that.',
  ],
  [
    'mails_refused',
    'Mails to no such address',
    'Days with many hurt your standing with providers: find out who signs up with made-up addresses.',
  ],
]
