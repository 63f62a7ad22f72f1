import { useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'
import type { ReportedKind } from './policy.ts'
import { useIsReported } from './report-button.tsx'
import { ReportDialog } from './report-dialog.tsx'

interface Props {
  kind: ReportedKind
  id: string
  /** The author of the content, who can't report it. */
  author: { id: string } | null
  /** Less frequent actions, above the report. */
  entries?: readonly MenuEntry[]
  className: string
}

/** The "…" menu of an item. Renders nothing if the viewer has no action in it. */
export function ReportMenu({ kind, id, author, entries = [], className }: Props) {
  const { viewer } = useSession()
  const [isReporting, setReporting] = useState(false)
  const canReport = viewer !== null && viewer.id !== author?.id
  const isReported = useIsReported(kind, id, canReport)
  const report = isReported
    ? ({ label: 'You reported this', icon: 'icon-flag', to: '/reports' } as const)
    : ({ label: 'Report', icon: 'icon-flag', onSelect: () => setReporting(true) } as const)
  const all = canReport ? [...entries, report] : entries
  if (all.length === 0) return null
  return (
    <>
      <Menu label="More actions" className={className} entries={all}>
        <Icon icon="icon-ellipsis" />
      </Menu>
      {canReport && (
        <ReportDialog kind={kind} id={id} open={isReporting} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
