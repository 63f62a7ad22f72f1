import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../../accounts/session/session.tsx'
import { askToSignIn } from '../../core/client.ts'
import { hasRole, isCurator, isStaff, type Viewer } from '../../core/viewer.ts'
import { useIsReported } from '../../moderation/reports/report-button.tsx'
import { ReportDialog } from '../../moderation/reports/report-dialog.tsx'
import { FollowButton } from '../../people/follows/follow-button.tsx'
import { PersonMenu } from '../../people/mutes/person-menu.tsx'
import type { Profile } from '../../people/profiles/contract.ts'
import { EditSkeleton } from '../../people/profiles/edit-skeleton.tsx'
import type { Author } from '../../shared/authors/contract.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { lazyWithRetry } from '../../ui/lazy-with-retry.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { MenuEntry } from '../../ui/overlay/menu-entries.tsx'

const loadForm = async () => ({
  default: (await import('../../people/profiles/edit-profile.tsx')).EditProfile,
})
const EditProfile = lazyWithRetry(loadForm)

export function ProfileActions({ profile }: { profile: Profile }) {
  const { viewer } = useSession()
  return (
    // Invisible until the session is loaded, because the buttons differ on the viewer's own profile.
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
      {/* Shows at most one button, because a second row of buttons would move the page. */}
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

function ReportingMenu({ person }: { person: Author }) {
  const isReported = useIsReported('profile', person.id)
  const { viewer } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <PersonMenu
        person={person}
        className="self-center"
        entries={[
          ...(viewer && isStaff(viewer) ? [moderation(person)] : []),
          {
            label: isReported ? 'You reported this' : 'Report',
            icon: 'icon-flag',
            onSelect: () => isReported || setOpen(true),
          },
        ]}
      />
      <ReportDialog kind="profile" id={person.id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

const moderation = ({ username }: Author): MenuEntry => ({
  label: 'Moderation',
  icon: 'icon-shield',
  to: `/moderation/members/${username}`,
})
