import { Suspense } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'

const ImportRuns = lazyWithRetry(() => import('./import-runs.tsx'))

export function ImportPage() {
  return (
    <ManagePage to="/manage/import">
      {() => (
        <Suspense fallback={<RowListSkeleton count={3} label="Loading imports" />}>
          <ImportRuns />
        </Suspense>
      )}
    </ManagePage>
  )
}
