import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { useSession } from '../accounts/session/session.tsx'
import type { ReportedKind } from './policy.ts'
import { myReports } from './queries.ts'
import { ReportDialog } from './report-dialog.tsx'

interface Props extends ReportedThing {
  /** Nobody reports what is their own. */
  author: { id: string } | null
}

/** For members; guests have none, as they have no other button of members. Its code comes with the member. */
export function ReportEntry({ author, ...thing }: Props) {
  const { viewer } = useSession()
  if (!viewer || viewer.id === author?.id) return null
  return <ReportButton {...thing} />
}

export interface ReportedThing {
  kind: ReportedKind
  id: string
  /** The look of the buttons around it. */
  className?: string
  hasIcon?: boolean
  /** The icon alone, where there is no room for words. */
  isSmall?: boolean
}

/** Opens the form; once it was sent it says so, to this member alone. It stays a button, and so keeps the focus. */
export function ReportButton({ kind, id, className = '', hasIcon = false, isSmall = false }: ReportedThing) {
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
        {(hasIcon || isSmall) && <Icon icon="icon-flag" className={isReported ? 'text-act' : ''} />}
        <span className={isSmall ? 'sr-only' : ''}>{label}</span>
      </button>
      <ReportDialog kind={kind} id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** Whether it is among what this member reported lately. */
export function useIsReported(kind: ReportedKind, id: string): boolean {
  const { data } = useQuery(myReports())
  return (
    data?.items.some(
      (report) => report.kind === kind && report.target_id === id && report.state === 'open',
    ) ?? false
  )
}
