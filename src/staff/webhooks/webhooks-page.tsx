import { Suspense } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'

const Webhooks = lazyWithRetry(() => import('./webhooks.tsx'))

export function WebhooksPage() {
  return (
    <ManagePage to="/manage/webhooks">
      {() => (
        <Suspense fallback={<RowListSkeleton count={4} label="Loading webhooks" />}>
          <Webhooks />
        </Suspense>
      )}
    </ManagePage>
  )
}
