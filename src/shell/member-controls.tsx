import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { hasRole, isCurator, isStaff, type Viewer } from '../core/viewer.ts'
import { HiddenMembersLoader } from '../people/mutes/hidden-members.tsx'
import { Bell } from '../people/notifications/bell.tsx'
import { onPageEvent } from '../platform/http/page-protocol.ts'
import { displayName } from '../shared/authors/display-name.ts'
import { CREATE_POST } from '../shared/branding/destinations.ts'
import { deleteDrafts, formsWithDraft } from '../shared/drafts/draft-keys.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ICON_BUTTON } from '../ui/icon-button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { useAppBadge } from './push/use-app-badge.ts'
import { chooseTheme, chosenTheme, type ThemeChoice } from './theme.ts'

interface Props {
  viewer: Viewer
  /** Signs out. Resolves to whether this succeeded. */
  onSignOut: () => Promise<boolean>
}

export function MemberControls({ viewer, onSignOut }: Props) {
  const [draftCount, setDraftCount] = useState(0)
  useAppBadge()
  const askOrSignOut = () => {
    const count = formsWithDraft(viewer.id).length
    if (count === 0) void onSignOut()
    setDraftCount(count)
  }
  const signOut = async (deletes: boolean) => {
    setDraftCount(0)
    if ((await onSignOut()) && deletes) deleteDrafts(viewer.id)
  }
  return (
    <>
      <Bell />
      <Link to={CREATE_POST} aria-label="Create Post" title="Create Post" className={ICON_BUTTON}>
        <Icon icon="icon-plus" className="size-5" />
      </Link>
      <AccountMenu viewer={viewer} onSignOut={askOrSignOut} />
      {/* Asks whether to delete drafts on this device, because other people may use it. */}
      <Dialog
        open={draftCount > 0}
        onClose={() => setDraftCount(0)}
        title="Keep your drafts on this device?"
        description={`Drafts on this device: ${draftCount}. If you keep them, they’ll be here when you sign in again. Delete them if other people use this device.`}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="danger" onClick={() => void signOut(true)}>
            Delete and sign out
          </Button>
          <Button onClick={() => void signOut(false)}>Keep and sign out</Button>
        </div>
      </Dialog>
      <HiddenMembersLoader key={viewer.id} />
    </>
  )
}

function AccountMenu({ viewer, onSignOut }: { viewer: Viewer; onSignOut: () => void }) {
  const theme = useSyncExternalStore(onThemeChange, chosenTheme, () => 'dark')
  return (
    <Menu
      label="Account"
      className="grid size-11 flex-none place-items-center rounded-full"
      entries={[
        { label: 'Profile', icon: 'icon-user', to: `/profile/${viewer.username || 'user'}` },
        { label: 'Bookmarks', icon: 'icon-bookmark', to: '/bookmarks' },
        { label: 'Drafts', icon: 'icon-pen-line', to: '/drafts' },
        { label: 'Reports', icon: 'icon-flag', to: '/reports' },
        { label: 'Settings', icon: 'icon-settings', to: '/settings' },
        ...(viewer.resting_roles ? [RESTING_ROLES] : []),
        ...(isCurator(viewer) ? [MANAGE] : isStaff(viewer) ? [INVITES] : []),
        ...(hasRole(viewer, 'editor') ? [USER_MANAGEMENT] : []),
        'line',
        {
          label: 'Theme',
          choices: THEME_CHOICES,
          value: theme,
          onChoose: (value) => chooseTheme(value as ThemeChoice),
        },
        'line',
        { label: 'Sign out', icon: 'icon-log-out', onSelect: onSignOut },
      ]}
    >
      <Avatar name={displayName(viewer)} seed={viewer.username} src={viewer.avatar_url} size="md" />
    </Menu>
  )
}

/** Menu entry for members whose roles require a second factor that they have not set up. */
const RESTING_ROLES = {
  label: 'Your roles are paused',
  icon: 'icon-shield-x',
  to: '/settings/security',
} as const
const MANAGE = { label: 'Manage', icon: 'icon-library', to: '/manage' } as const
/** Link to invites, the only page below /manage that moderators may open. */
const INVITES = { label: 'Invites', icon: 'icon-user-plus', to: '/manage/invites' } as const
const USER_MANAGEMENT = { label: 'User Management', icon: 'icon-users', to: '/user-management' } as const

const THEME_CHOICES = [
  { value: 'dark', label: 'Dark', icon: 'icon-moon' },
  { value: 'light', label: 'Light', icon: 'icon-sun' },
  { value: 'system', label: 'System', icon: 'icon-monitor' },
] as const

function onThemeChange(listener: () => void) {
  return onPageEvent('theme-changed', listener)
}
