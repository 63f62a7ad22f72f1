import { Suspense } from 'react'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useRequiredMember } from '../accounts/session/session.tsx'

const Settings = lazyPart(() => import('./settings.tsx'))

/** /settings: what members set for themselves, in one place. */
export function SettingsPage() {
  const viewer = useRequiredMember()
  return (
    <div className="mx-auto max-w-2xl">
      <h1 tabIndex={-1} className="text-2xl">
        Settings
      </h1>
      <NeedsScript>Your settings need JavaScript, since only you may see them.</NeedsScript>
      <Suspense fallback={<Loading />}>
        {viewer ? <Settings key={viewer.id} viewer={viewer} /> : <Loading />}
      </Suspense>
    </div>
  )
}

function Loading() {
  return <RowListSkeleton count={6} label="Loading your settings" />
}
