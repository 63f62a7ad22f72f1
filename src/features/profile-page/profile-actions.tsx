import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { askToSignIn } from '../../api/core/client.ts'
import { hasRole, isCurator, type Viewer } from '../../api/core/viewer.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useSession } from '../accounts/session/session.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import type { Profile } from '../profiles/contract.ts'
import { EditSkeleton } from '../profiles/edit-skeleton.tsx'
import { ReportingMenu } from './reporting-menu.tsx'

const loadForm = async () => ({ default: (await import('../profiles/edit-profile.tsx')).EditProfile })
const EditProfile = lazyPart(loadForm)

/** What the viewer can do about a profile. The server's HTML has what a guest sees. */
export function ProfileActions({ profile }: { profile: Profile }) {
  const { viewer } = useSession()
  return (
    // A stored session hides this until it has been checked: it may be one's own. Its room stays.
    <div className="flex flex-wrap gap-2.5 maybe-member:invisible">
      {viewer?.id === profile.id ? (
        <OwnActions viewer={viewer} />
      ) : (
        <>
          <FollowButton person={profile} />
          <MessageButton username={profile.username} isMember={viewer !== null} />
          {viewer && <ReportingMenu person={profile} />}
        </>
      )}
    </div>
  )
}

/** One's own face leads to where it is changed. */
export function OwnLink({ profile, children }: { profile: Profile; children: ReactNode }) {
  const { viewer } = useSession()
  if (viewer?.id !== profile.id) return children
  return (
    <Link
      to="/edit-profile"
      aria-label="Change your profile picture"
      title="Change your profile picture"
      className="rounded-full"
    >
      {children}
    </Link>
  )
}

function OwnActions({ viewer }: { viewer: Viewer }) {
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const close = () => setEditing(false)
  const onSaved = (username: string) => {
    close()
    return navigate({ to: '/profile/$username', params: { username }, replace: true })
  }
  return (
    <>
      <Button kind="quiet" onClick={() => setEditing(true)}>
        Edit Profile
      </Button>
      {/* One more at most: a second row would move what is below. */}
      {hasRole(viewer, 'editor') ? (
        <ButtonAnchor href="/user-management" kind="quiet">
          User Management
        </ButtonAnchor>
      ) : (
        isCurator(viewer) && (
          <ButtonAnchor href="/manage" kind="quiet">
            Manage
          </ButtonAnchor>
        )
      )}
      <Dialog open={isEditing} onClose={close} title="Edit Profile">
        <Suspense fallback={<EditSkeleton />}>
          <EditProfile viewer={viewer} onSaved={onSaved} onCancel={close} />
        </Suspense>
      </Dialog>
    </>
  )
}

function MessageButton({ username, isMember }: { username: string; isMember: boolean }) {
  if (isMember)
    return (
      <ButtonAnchor href={`/messages?start=${username}`} kind="quiet" icon="icon-mail">
        Message
      </ButtonAnchor>
    )
  return (
    <Button kind="quiet" icon="icon-mail" onClick={() => askToSignIn('conversations.send')}>
      Message
    </Button>
  )
}
