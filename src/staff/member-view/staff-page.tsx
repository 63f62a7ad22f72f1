import type { ReactNode } from 'react'
import { RestrictedPage } from '../../accounts/session/restricted-page.tsx'
import { isStaff, type Viewer } from '../../core/viewer.ts'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'

interface Props {
  path: string
  /** End of the sentence "You need moderator or admin permissions to …", shown to other members. */
  purpose: string
  heading?: ReactNode
  /** Accessible label of the loading skeleton. */
  loading: string
  children: (viewer: Viewer) => ReactNode
}

/** A page for moderators and admins. */
export function StaffPage({ path, purpose, heading, loading, children }: Props) {
  return (
    <RestrictedPage
      mayView={isStaff}
      path={path}
      denial={`You need moderator or admin permissions to ${purpose}.`}
      frame={(content) => (
        <div className="max-w-3xl">
          {heading}
          {content}
        </div>
      )}
      skeleton={<RowListSkeleton count={6} label={loading} />}
    >
      {children}
    </RestrictedPage>
  )
}
