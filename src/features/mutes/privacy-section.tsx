import { lazy, Suspense } from 'react'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useSession } from '../accounts/session/session.tsx'

const PrivacySettings = lazy(() => import('./privacy-settings.tsx'))

/** Below what one says of oneself: who may write, and of whom one hears nothing. The page around it asks to sign in. */
export function PrivacySection() {
  const { viewer } = useSession()
  if (!viewer) return null
  return (
    <section aria-labelledby="privacy" className="mt-10">
      <h2 id="privacy" className="text-xl">
        Peace and quiet
      </h2>
      <Suspense fallback={<RowListSkeleton count={3} label="Loading your settings" />}>
        <PrivacySettings key={viewer.id} viewer={viewer} />
      </Suspense>
    </section>
  )
}
