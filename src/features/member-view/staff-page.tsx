import { Fragment, type ReactNode } from 'react'
import { awake, isStaff, type Viewer } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { RestingRoles } from '../accounts/second-factor/resting-roles.tsx'
import { useSession } from '../accounts/session/session.tsx'

interface Props extends Denial {
  heading?: ReactNode
  /** Names the skeleton. */
  loading: string
  children: (viewer: Viewer) => ReactNode
}

interface Denial {
  /** Address of the page, to return to after signing in. */
  path: string
  /** Continues "You need moderator or admin permissions to". */
  purpose: string
}

/** A page for moderators and admins. The server's HTML contains none of its content. */
export function StaffPage({ heading, loading, children, ...denial }: Props) {
  const session = useSession()
  const viewer = session.viewer && isStaff(session.viewer) ? session.viewer : undefined
  if (!viewer && isStaff(awake(session.viewer))) return <RestingRoles />
  if (!viewer && !session.loading) return <AccessDenied isGuest={!session.viewer} {...denial} />
  return (
    <>
      {/* The same elements while the session loads and after, so that focus is kept. */}
      <div className={viewer ? undefined : 'hidden maybe-member:block'}>
        <div className="max-w-3xl">
          {heading}
          {viewer ? (
            // Another member starts with empty forms.
            <Fragment key={viewer.id}>{children(viewer)}</Fragment>
          ) : (
            <RowListSkeleton count={6} label={loading} />
          )}
        </div>
      </div>
      {!viewer && (
        <div className="maybe-member:hidden">
          <AccessDenied isGuest {...denial} />
        </div>
      )}
    </>
  )
}

function AccessDenied({ isGuest, path, purpose }: Denial & { isGuest: boolean }) {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Access Denied"
      action={
        isGuest ? (
          <ButtonLink to="/auth" search={{ redirect: path }}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink to="/" kind="quiet">
            Return to Home
          </ButtonLink>
        )
      }
    >
      You need moderator or admin permissions to {purpose}.
      <NeedsScript>It needs JavaScript, since only they may see it.</NeedsScript>
    </EmptyState>
  )
}
