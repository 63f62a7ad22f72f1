import { Suspense } from 'react'
import { ManagePage } from '../../accounts/manage-forms/access.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'

const AccountList = lazyWithRetry(() => import('./account-list.tsx'))

export function ManagedAccountsPage() {
  return (
    <ManagePage to="/manage/accounts">
      {() => (
        <Suspense fallback={<RowListSkeleton count={8} label="Loading accounts" />}>
          <AccountList />
        </Suspense>
      )}
    </ManagePage>
  )
}
