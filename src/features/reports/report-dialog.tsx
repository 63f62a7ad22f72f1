import { Suspense } from 'react'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ReportedKind } from './policy.ts'

const ReportForm = lazyPart(() => import('./report-form.tsx'), { early: true })

interface Props {
  kind: ReportedKind
  id: string
  open: boolean
  onClose: () => void
}

export function ReportDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`Report this ${kind}`} description="What is wrong with it?">
      <Suspense fallback={<RowListSkeleton count={4} label="Loading the form" />}>
        <ReportForm kind={kind} id={id} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}
