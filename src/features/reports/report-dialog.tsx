import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ReportedKind } from './policy.ts'
import { ReportForm } from './report-form.tsx'

interface Props {
  kind: ReportedKind
  id: string
  open: boolean
  onClose: () => void
}

export function ReportDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`Report this ${kind}`} description="What is wrong with it?">
      <ReportForm kind={kind} id={id} onClose={onClose} />
    </Dialog>
  )
}
