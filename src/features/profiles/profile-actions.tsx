import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { hasRole } from '../accounts/policy.ts'
import { useSession } from '../accounts/session.tsx'
import type { Profile } from './contract.ts'

/** What the viewer can do about a profile. The server's HTML has what a guest sees. */
export function ProfileActions({ profile }: { profile: Profile }) {
  const { viewer } = useSession()
  const isOwn = viewer?.id === profile.id
  return (
    // A stored session hides this until it has been checked: it may be one's own. Its room stays.
    <div className="mt-4 flex flex-wrap gap-2.5 maybe-member:invisible">
      {isOwn ? (
        <>
          <ButtonAnchor href="/edit-profile" kind="quiet" icon="icon-pencil">
            Edit Profile
          </ButtonAnchor>
          {hasRole(viewer, 'editor') && (
            <ButtonAnchor href="/user-management" kind="quiet" icon="icon-users">
              User Management
            </ButtonAnchor>
          )}
        </>
      ) : (
        <MessageButton username={profile.username} isMember={viewer !== null} />
      )}
    </div>
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
    <Button kind="quiet" icon="icon-mail" onClick={() => toast(SIGN_IN)}>
      Message
    </Button>
  )
}

const SIGN_IN = {
  kind: 'error',
  title: 'Sign in required',
  description: 'Please sign in to send messages',
} as const
