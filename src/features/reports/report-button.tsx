import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { ReportedKind } from './policy.ts'
import { ReportDialog } from './report-dialog.tsx'
import { useIsReported } from './use-is-reported.ts'

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
