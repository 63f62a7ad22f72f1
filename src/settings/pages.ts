/** The pages of a member's settings, in their order in the navigation. */
export const SETTINGS_PAGES = [
  { to: '/edit-profile', title: 'Profile', about: 'Name, picture, biography, links', icon: 'icon-user' },
  { to: '/settings/account', title: 'Account', about: 'Email address', icon: 'icon-mail' },
  {
    to: '/settings/security',
    title: 'Security',
    about: 'Password, second factor, passkeys, sessions, access tokens',
    icon: 'icon-shield-check',
  },
  {
    to: '/settings/notifications',
    title: 'Notifications',
    about: 'What we notify you about, and how',
    icon: 'icon-bell',
  },
  {
    to: '/settings/privacy',
    title: 'Privacy',
    about: 'Who can message you, muted and blocked members',
    icon: 'icon-lock',
  },
  {
    to: '/settings/data',
    title: 'Your data',
    about: 'Request a copy, delete your account',
    icon: 'icon-download',
  },
] as const

export type SettingsPath = (typeof SETTINGS_PAGES)[number]['to']

/** Former anchors of `/settings`, in mails and bookmarks, with the pages that now hold their sections. */
export const FORMER_ANCHORS: Partial<Record<string, { to: SettingsPath; hash?: string }>> = {
  account: { to: '/settings/account' },
  security: { to: '/settings/security' },
  'second-factor': { to: '/settings/security', hash: 'second-factor' },
  passkeys: { to: '/settings/security', hash: 'passkeys' },
  'access-tokens': { to: '/settings/security', hash: 'access-tokens' },
  'notification-choices': { to: '/settings/notifications' },
  privacy: { to: '/settings/privacy' },
  data: { to: '/settings/data' },
}
