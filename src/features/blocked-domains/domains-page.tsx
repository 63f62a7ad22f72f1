import { Suspense } from 'react'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ManagePage } from '../manage/access.tsx'

const BlockedDomains = lazyPart(() => import('./blocked-domains.tsx'))

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
