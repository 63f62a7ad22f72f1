export interface ManagePlace {
  to:
    | '/manage'
    | '/manage/categories'
    | '/manage/thinkers'
    | '/manage/resources'
    | '/manage/events'
    | '/manage/rules'
    | '/manage/domains'
    | '/manage/invites'
    | '/manage/site'
    | '/manage/operation'
  /** On its tab. */
  label: string
  /** On its page. */
  title: string
  /** Where it is not editors and admins. */
  for?: 'admins' | 'staff'
}

/** Where editors and admins maintain what. */
export const MANAGE_PLACES: readonly ManagePlace[] = [
  {
    to: '/manage',
    label: 'Overview',
    title: 'Manage',
  },
  {
    to: '/manage/categories',
    label: 'Categories',
    title: 'Manage Categories',
  },
  {
    to: '/manage/thinkers',
    label: 'Thinkers',
    title: 'Manage Thinkers',
  },
  {
    to: '/manage/resources',
    label: 'Resources',
    title: 'Manage Resources',
  },
  {
    to: '/manage/events',
    label: 'Events',
    title: 'Manage Events',
  },
  {
    to: '/manage/rules',
    label: 'Rules',
    title: 'Manage Rules',
  },
  {
    to: '/manage/domains',
    label: 'Domains',
    title: 'Blocked Domains',
    for: 'staff',
  },
  {
    to: '/manage/invites',
    label: 'Invites',
    title: 'Manage Invites',
    for: 'staff',
  },
  {
    to: '/manage/site',
    label: 'Site',
    title: 'Manage Site',
    for: 'admins',
  },
  {
    to: '/manage/operation',
    label: 'Operation',
    title: 'Operation',
    for: 'admins',
  },
]
