import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListBoundary } from '../../shared/branding/list-boundary.tsx'
import { Button } from '../../ui/button.tsx'
import { CONTROL } from '../../ui/form/control-look.ts'
import { LabelledControl } from '../../ui/form/field.tsx'
import { actionLabel } from '../log/copy.ts'
import { TARGET_TEXT } from '../log/policy.ts'
import { ORIGIN_TEXT } from '../origin.ts'
import { REASON_NAMES } from '../reports/policy.ts'
import type { TransparencyReport } from './contract.ts'
import { CountTable, durationInWords } from './count-table.tsx'
import { type PeriodSearch, periodSearch, transparencyQuery } from './load-transparency.ts'
import { currentYear } from './policy.ts'

export function TransparencyPage({ search }: { search: PeriodSearch }) {
  return (
    <>
      <h1 className="text-2xl">Transparency report</h1>
      <p className="mt-1 max-w-2xl text-muted">
        Reports, moderator actions and appeals in numbers, without personal data. The{' '}
        <a href="/moderation" className={LINK}>
          moderation log
        </a>{' '}
        lists each action. Years and months are in UTC.
      </p>
      <ListBoundary query={transparencyQuery(search)} failure="The report could not be loaded">
        <Report search={search} />
      </ListBoundary>
    </>
  )
}

function Report({ search }: { search: PeriodSearch }) {
  const report = useSuspenseQuery(transparencyQuery(search)).data
  const { period, reports, cases, holds, actions, appeals } = report
  return (
    <>
      <PeriodForm report={report} />
      <CountTable
        title="Reports"
        columns={['Reason', 'About']}
        rows={reports.items.map(({ reason, kind, count }) => [
          [REASON_NAMES[reason], TARGET_TEXT[kind]],
          count,
        ])}
        total={reports.total}
      />
      <CountTable
        title="Decisions on reports"
        columns={['Outcome']}
        rows={[
          [['Upheld'], cases.upheld],
          [['Rejected'], cases.rejected],
          [['Content deleted first'], cases.moot],
          [['Still open'], cases.open],
        ]}
        note={`Median time to decision: ${durationInWords(cases.median_seconds)}.`}
      />
      <CountTable
        title="Held for approval"
        columns={['Held by']}
        rows={[
          [['The software'], holds.automatic],
          [['A person'], holds.total - holds.automatic],
        ]}
        total={holds.total}
      />
      <CountTable
        title="Actions"
        columns={['Action', 'About', 'Rule', 'Origin', 'Decided by']}
        rows={actions.items.map(({ action, kind, rule, origin, is_automatic, count }) => [
          [
            actionLabel(action),
            TARGET_TEXT[kind],
            rule ?? '–',
            ORIGIN_TEXT[origin],
            is_automatic ? 'The software' : 'A person',
          ],
          count,
        ])}
        total={actions.total}
      />
      <CountTable
        title="Appeals"
        columns={['Outcome']}
        rows={[
          [['Received'], appeals.received],
          [['Granted'], appeals.granted],
          [['Rejected'], appeals.rejected],
          [['Reversed before a decision'], appeals.moot],
        ]}
        note={`Median time to decision: ${durationInWords(appeals.median_seconds)}.`}
      />
      <p className="mt-8 border-t border-line pt-4">
        Download as{' '}
        <a href={`/moderation/transparency-${period}.csv`} download className={LINK}>
          CSV
        </a>{' '}
        or{' '}
        <a href={`/api/moderation/transparency?period=${period}`} className={LINK}>
          JSON
        </a>
        .
      </p>
    </>
  )
}

const LINK = 'text-act underline underline-offset-4'
const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))

/** Form to choose a year and month. It works without JavaScript. */
function PeriodForm({ report: { period, first_year } }: { report: TransparencyReport }) {
  const navigate = useNavigate()
  const last = Number(currentYear())
  const years = Array.from({ length: Math.max(1, last - first_year + 1) }, (_, age) => String(last - age))
  return (
    <form
      key={period}
      action="/moderation/transparency"
      method="get"
      aria-label="Period"
      onSubmit={(event) => {
        event.preventDefault()
        const search = periodSearch(Object.fromEntries(new FormData(event.currentTarget)))
        void navigate({ to: '/moderation/transparency', search })
      }}
      className="mt-5 flex flex-wrap items-end gap-3 border-b border-line pb-5"
    >
      <LabelledControl label="Period">
        {(control) => (
          <select {...control} name="period" defaultValue={period} className={`${CONTROL} min-h-11`}>
            {years.map((year) => (
              <optgroup key={year} label={year}>
                <option value={year}>{year}</option>
                {MONTHS.map((month) => (
                  <option key={month} value={`${year}-${month}`}>
                    {`${year}-${month}`}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        )}
      </LabelledControl>
      <Button type="submit" kind="quiet">
        Show
      </Button>
    </form>
  )
}
