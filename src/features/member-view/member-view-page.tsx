import type { ReactNode } from 'react'
import { awake, isStaff } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { RestingRoles } from '../accounts/second-factor/resting-roles.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { MemberView } from './member-view.tsx'

/** /moderation/members/{username}: for moderators and admins. Nothing of what is in it is in the server's HTML. */
export function MemberViewPage({ username }: { username: string }) {
  const { loading, viewer } = useSession()
  if (viewer && isStaff(viewer))
    return (
      // What somebody typed belongs to them and to this member.
      <Frame key={`${viewer.id} ${username}`}>
        <MemberView viewer={viewer} username={username} />
      </Frame>
    )
  if (isStaff(awake(viewer))) return <RestingRoles />
  if (!loading) return <AccessDenied isGuest={!viewer} username={username} />
  return (
    <>
      <div className="hidden maybe-member:block">
        <Frame>
          <Loading />
        </Frame>
      </div>
      <div className="maybe-member:hidden">
        <AccessDenied isGuest username={username} />
      </div>
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="max-w-3xl">{children}</div>
}

function Loading() {
  return <RowListSkeleton count={6} label="Loading the member" />
}

function AccessDenied({ isGuest, username }: { isGuest: boolean; username: string }) {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Access Denied"
      action={
        isGuest ? (
          <ButtonLink to="/auth" search={{ redirect: `/moderation/members/${encodeURIComponent(username)}` }}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink to="/" kind="quiet">
            Return to Home
          </ButtonLink>
        )
      }
    >
      You need moderator or admin permissions to see what is known of a member.
      <NeedsScript>It needs JavaScript, since only they may see it.</NeedsScript>
    </EmptyState>
  )
}
