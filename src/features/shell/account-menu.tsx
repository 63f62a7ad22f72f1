import { useSyncExternalStore } from 'react'
import { hasRole, isCurator, isStaff, type Viewer } from '../../api/core/viewer.ts'
import { onPageEvent } from '../../platform/page-protocol.ts'
import { Avatar } from '../../ui/avatar.tsx'
import type { MenuEntry } from '../../ui/overlay/menu.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { displayName } from '../authors/display-name.ts'
import { chooseTheme, chosenTheme, type Theme } from './theme.ts'

interface Props {
  viewer: Viewer
  onSignOut: () => void
}

export function AccountMenu({ viewer, onSignOut }: Props) {
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
          onChoose: (value) => chooseTheme(value as Theme),
        },
        'line',
        { label: 'Sign out', icon: 'icon-log-out', onSelect: onSignOut },
      ]}
    >
      <Avatar name={displayName(viewer)} seed={viewer.username} src={viewer.avatar_url} size="md" />
    </Menu>
  )
}

/** For whose roles act only with a second factor, until they have one. */
const RESTING_ROLES: MenuEntry = {
  label: 'Your roles rest',
  icon: 'icon-shield-x',
  to: '/settings',
  hash: 'security',
}

/** For editors and admins. */
const MANAGE: MenuEntry = { label: 'Manage', icon: 'icon-library', to: '/manage' }

/** Of what is managed there, for moderators. */
const INVITES: MenuEntry = { label: 'Invites', icon: 'icon-user-plus', to: '/manage/invites' }

const USER_MANAGEMENT: MenuEntry = { label: 'User Management', icon: 'icon-users', to: '/user-management' }

const THEME_CHOICES = [
  { value: 'dark', label: 'Dark', icon: 'icon-moon' },
  { value: 'light', label: 'Light', icon: 'icon-sun' },
  { value: 'system', label: 'System', icon: 'icon-monitor' },
] as const

function onThemeChange(listener: () => void) {
  return onPageEvent('theme-changed', listener)
}
