import { lazy, Suspense } from 'react'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { ManagePage } from '../manage/access.tsx'

const BlockedDomains = lazy(() => import('./blocked-domains.tsx'))

/** For moderators and admins. */
export function DomainsPage() {
  return (
    <ManagePage to="/manage/domains">
      {() => (
        <Suspense fallback={<RowListSkeleton count={4} label="Loading domains" />}>
          <BlockedDomains />
        </Suspense>
      )}
    </ManagePage>
  )
}
