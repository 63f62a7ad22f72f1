import { useInfiniteQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useRequiredMember } from '../../accounts/session/session.tsx'
import { api } from '../../core/client.ts'
import { cursorPages } from '../../core/query-options.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ShortTime } from '../../ui/format/time.tsx'
import { ListEnd } from '../../ui/list/list-end.tsx'
import { useRefetchOn } from '../use-refetch-on.ts'
import type { Report } from './contract.ts'
import { REASON_NAMES } from './policy.ts'

/** The viewer's reports and appeals. `appeals` is a prop, because importing it would be a circular import. */
export function ReportsPage({ appeals: Appeals }: { appeals: ComponentType }) {
  const viewer = useRequiredMember()
  return (
    <div className="max-w-2xl">
      <h1 className="text-2xl">Your Reports</h1>
      <p className="mt-1 mb-4 text-muted">Your reports to moderators and their outcomes.</p>
      <NeedsScript>Reports need JavaScript because only you and moderators can see them.</NeedsScript>
      {viewer ? (
        <div key={viewer.id}>
          <Reports />
          <Appeals />
        </div>
      ) : (
        <Loading />
      )}
    </div>
  )
}

function Loading() {
  return <RowListSkeleton count={4} label="Loading your reports" />
}

function Reports() {
  const list = useInfiniteQuery(api.reports.mine.infiniteOptions(cursorPages({})))
  useRefetchOn('notification', api.reports.key())
  if (list.isPending) return <Loading />
  const reports = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      {reports.length > 0 && (
        <ul aria-label="Reports">
          {reports.map((report) => (
            <ReportItem key={report.id} report={report} />
          ))}
        </ul>
      )}
      {reports.length === 0 && !list.isError && (
        <EmptyState
          icon="icon-flag"
          title="No reports"
          action={<ButtonLink to="/rules">Read the rules</ButtonLink>}
        >
          You can report content that breaks a rule. Your reports and their outcomes will appear here.
        </EmptyState>
      )}
      <ListEnd list={list} failure="Your reports could not be loaded" />
    </>
  )
}

/** One of the viewer's reports, with its outcome but without the moderator's name. */
function ReportItem({ report: { kind, path, reason, created_at, outcome, closed_at } }: { report: Report }) {
  const name = `A ${kind}`
  return (
    <li className="border-b border-line py-3 last:border-0">
      <p className="flex flex-wrap gap-x-3">
        {path ? (
          <a href={path} className="font-semibold underline underline-offset-4 hover:text-act">
            {name}
          </a>
        ) : (
          <b dir="auto" className="font-semibold">
            {name}
          </b>
        )}
        <span className="text-muted">{REASON_NAMES[reason]}</span>
        <span className="text-muted">
          <ShortTime iso={created_at} />
        </span>
      </p>
      <p className="mt-1">
        {outcome ? OUTCOMES[outcome] : 'Awaiting a moderator.'}{' '}
        {closed_at && (
          <span className="text-muted">
            <ShortTime iso={closed_at} />
          </span>
        )}
      </p>
    </li>
  )
}

const OUTCOMES = {
  upheld: 'Upheld. Thanks for letting us know.',
  rejected: 'Reviewed. It doesn’t break a rule.',
  moot: 'Closed. The content was deleted.',
} as const
