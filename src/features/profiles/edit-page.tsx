import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useGoBack } from '../../ui/use-go-back.ts'
import { useRequiredMember } from '../accounts/session/session.tsx'
import { EditProfile } from './edit-profile.tsx'
import { EditSkeleton } from './edit-skeleton.tsx'

/** /edit-profile: the form on a page of its own, and below it what else is set of oneself. */
export function EditPage({ children }: { children?: ReactNode }) {
  const viewer = useRequiredMember()
  const navigate = useNavigate()
  const back = useGoBack(viewer ? `/profile/${viewer.username}` : '/')
  const leave = (username: string) => navigate({ to: '/profile/$username', params: { username } })
  return (
    <div className="mx-auto max-w-2xl">
      <a {...back} className="back-link">
        <Icon icon="icon-arrow-left" />
        Back
      </a>
      <h1 className="text-2xl">Edit Profile</h1>
      <NeedsScript>Editing your profile needs JavaScript, since only you may do it.</NeedsScript>
      <div className="mt-6 rounded-lg border border-line bg-raised p-4 md:p-6">
        {viewer ? (
          // What somebody typed belongs to them: another member starts with another form.
          <EditProfile
            key={viewer.id}
            viewer={viewer}
            onSaved={leave}
            onCancel={() => leave(viewer.username)}
          />
        ) : (
          <EditSkeleton />
        )}
      </div>
      {children}
    </div>
  )
}
