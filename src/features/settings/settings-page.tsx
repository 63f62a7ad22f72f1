import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { useRequiredMember } from '../accounts/session/session.tsx'
import { Settings } from './settings.tsx'

/** /settings: what members set for themselves, in one place. */
export function SettingsPage() {
  const viewer = useRequiredMember()
  return (
    <div className="mx-auto max-w-2xl">
      <h1 tabIndex={-1} className="text-2xl">
        Settings
      </h1>
      <NeedsScript>Your settings need JavaScript, since only you may see them.</NeedsScript>
      {viewer ? <Settings key={viewer.id} viewer={viewer} /> : <Loading />}
    </div>
  )
}

function Loading() {
  return <RowListSkeleton count={6} label="Loading your settings" />
}
