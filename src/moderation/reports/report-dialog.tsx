import { Suspense } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ReportedKind } from './policy.ts'

const ReportForm = lazyWithRetry(() => import('./report-form.tsx'))

interface Props {
  kind: ReportedKind
  id: string
  open: boolean
  onClose: () => void
}

export function ReportDialog({ kind, id, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={`Report this ${kind}`} description="What’s wrong with it?">
      <Suspense fallback={<Skeleton className="h-72" />}>
        <ReportForm kind={kind} id={id} onClose={onClose} />
      </Suspense>
    </Dialog>
  )
}
