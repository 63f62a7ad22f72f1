export interface Destination {
  to: string
  label: string
  icon: `icon-${string}`
  /** Matches paths outside `to` on which this link also counts as current. */
  also?: RegExp
  membersOnly?: boolean
  /** Shows the link to moderators and admins only. */
  staffOnly?: boolean
  /** Shows the link in the bottom bar on phones. The other links are in the bar's drawer. */
  inBar?: boolean
}

export const CREATE_POST: string = '/create-post-rich'
export const MESSAGES: string = '/messages'
export const MODERATION_QUEUE: string = '/moderation/queue'

export const DESTINATIONS: readonly Destination[] = [
  { to: '/', label: 'Home', icon: 'icon-house', inBar: true },
  { to: '/forum', label: 'Posts', icon: 'icon-messages-square', also: /^\/posts?\//, inBar: true },
  { to: '/notes', label: 'Notes', icon: 'icon-notebook-pen', inBar: true },
  { to: '/concepts', label: 'Concepts', icon: 'icon-shapes', inBar: true },
  { to: '/resources', label: 'Resources', icon: 'icon-library' },
  { to: '/community', label: 'Community', icon: 'icon-users' },
  { to: MESSAGES, label: 'Messages', icon: 'icon-mail', membersOnly: true, inBar: true },
  { to: MODERATION_QUEUE, label: 'Moderation', icon: 'icon-shield-check', staffOnly: true },
]

/** Links at the bottom of the sidebar and of the drawer. */
export const SECONDARY_DESTINATIONS: readonly Destination[] = [
  { to: '/posts/top', label: 'Top Posts', icon: 'icon-trending-up' },
  { to: '/posts/latest', label: 'Latest Posts', icon: 'icon-clock' },
  { to: '/best-of', label: 'Best Of', icon: 'icon-award' },
  { to: '/thinkers', label: 'Thinkers', icon: 'icon-lightbulb' },
  { to: '/events', label: 'Events', icon: 'icon-calendar' },
  { to: '/art-preview', label: 'Art', icon: 'icon-palette' },
  { to: '/feeds', label: 'Feeds', icon: 'icon-rss' },
  { to: '/rules', label: 'Rules', icon: 'icon-scale' },
  { to: '/about', label: 'About', icon: 'icon-info' },
]

/** Legal pages. Their links are shown only if an admin has written the text. */
export const TEXT_DESTINATIONS = [
  { to: '/terms', label: 'Terms', icon: 'icon-file-text' },
  { to: '/privacy', label: 'Privacy', icon: 'icon-lock' },
] as const satisfies readonly Destination[]

export function isCurrentDestination({ to, also }: Destination, path: string): boolean {
  return path === to || (to !== '/' && path.startsWith(`${to}/`)) || (also?.test(path) ?? false)
}
