import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { api } from '../../core/client.ts'
import { Icon } from '../../ui/icon.tsx'
import type { ReportedKind } from './policy.ts'
import { ReportDialog } from './report-dialog.tsx'

interface Props extends ReportTarget {
  /** The author of the content. Members can't report their own content. */
  author: { id: string } | null
}

/** A button to report content. Renders nothing for guests and for the author of the content. */
export function ReportContentButton({ author, ...thing }: Props) {
  const { viewer } = useSession()
  if (!viewer || viewer.id === author?.id) return null
  return <ReportButton {...thing} />
}

interface ReportTarget {
  kind: ReportedKind
  id: string
  className?: string
  /** Whether to show the icon without the label. */
  isSmall?: boolean
}

/** Opens the report dialog. After a report, the button is disabled but can still receive the focus. */
function ReportButton({ kind, id, className = '', isSmall = false }: ReportTarget) {
  const isReported = useIsReported(kind, id)
  const [isOpen, setOpen] = useState(false)
  const label = isReported ? 'You reported this' : isSmall ? `Report this ${kind}` : 'Report'
  return (
    <>
      <button
        type="button"
        aria-disabled={isReported || undefined}
        onClick={() => isReported || setOpen(true)}
        className={`${className} ${isReported ? 'cursor-default' : ''}`}
      >
        {isSmall && <Icon icon="icon-flag" className={isReported ? 'text-act' : ''} />}
        <span className={isSmall ? 'sr-only' : ''}>{label}</span>
      </button>
      <ReportDialog kind={kind} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Whether the viewer has an open report of the content. Only checks the first page of their reports. */
export function useIsReported(kind: ReportedKind, id: string, enabled = true): boolean {
  const { data } = useQuery(
    // All report buttons share this query. It is invalidated by the viewer's own reports and by decisions.
    api.reports.mine.queryOptions({ input: {}, staleTime: 60_000, enabled }),
  )
  return (
    data?.items.some(
      (report) => report.kind === kind && report.target_id === id && report.state === 'open',
    ) ?? false
  )
}
