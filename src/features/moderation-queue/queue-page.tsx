import { Fragment, type ReactNode } from 'react'
import { awake, isStaff } from '../../api/core/viewer.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { NeedsScript } from '../../ui/feedback/needs-script.tsx'
import { RowListSkeleton } from '../../ui/feedback/skeleton.tsx'
import { RestingRoles } from '../accounts/second-factor/resting-roles.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { Queue } from './queue.tsx'

/** /moderation/queue: for moderators and admins. Nothing of what is in it is in the server's HTML. */
export function QueuePage() {
  const { loading, viewer } = useSession()
  const moderator = viewer && isStaff(viewer) ? viewer : undefined
  if (!moderator && isStaff(awake(viewer))) return <RestingRoles />
  if (!moderator && !loading) return <AccessDenied isGuest={!viewer} />
  return (
    <>
      {/* The same frame before and after it is known who it is: whoever stands in it already stays where they are. */}
      <div className={moderator ? undefined : 'hidden maybe-member:block'}>
        <Frame>
          {moderator ? (
            // What somebody typed belongs to them: another member starts anew.
            <Fragment key={moderator.id}>
              <Queue viewer={moderator} />
            </Fragment>
          ) : (
            <Loading />
          )}
        </Frame>
      </div>
      {!moderator && (
        <div className="maybe-member:hidden">
          <AccessDenied isGuest />
        </div>
      )}
    </>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="max-w-3xl">
      <h1 className="text-2xl">Moderation Queue</h1>
      <p className="mt-1 mb-4 text-muted">
        What members have reported or appealed against, what waits for approval, and what became of it. Which
        sites nobody links to unseen stands under{' '}
        <a href="/manage/domains" className="text-act underline underline-offset-4">
          blocked domains
        </a>
        .
      </p>
      {children}
    </div>
  )
}

function Loading() {
  return <RowListSkeleton count={6} label="Loading" />
}

function AccessDenied({ isGuest }: { isGuest: boolean }) {
  return (
    <EmptyState
      as="h1"
      icon="icon-shield-x"
      title="Access Denied"
      action={
        isGuest ? (
          <ButtonLink to="/auth" search={{ redirect: '/moderation/queue' }}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink to="/" kind="quiet">
            Return to Home
          </ButtonLink>
        )
      }
    >
      You need moderator or admin permissions to see what was reported.
      <NeedsScript>It needs JavaScript, since only they may see it.</NeedsScript>
    </EmptyState>
  )
}
