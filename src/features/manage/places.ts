export interface ManagePlace {
  to:
    | '/manage'
    | '/manage/categories'
    | '/manage/thinkers'
    | '/manage/resources'
    | '/manage/events'
    | '/manage/rules'
    | '/manage/invites'
    | '/manage/site'
  /** On its tab. */
  label: string
  /** On its page. */
  title: string
  about: string
  /** Where it is not editors and admins. */
  for?: 'admins' | 'staff'
}

/** Where editors and admins maintain what. */
export const MANAGE_PLACES: readonly ManagePlace[] = [
  {
    to: '/manage',
    label: 'Overview',
    title: 'Manage',
    about: 'What the forum shows beside the words of its members, and who changed it.',
  },
  {
    to: '/manage/categories',
    label: 'Categories',
    title: 'Manage Categories',
    about: 'The concepts that posts are about. Names and colours change everywhere at once.',
  },
  {
    to: '/manage/thinkers',
    label: 'Thinkers',
    title: 'Manage Thinkers',
    about: 'People whose ideas the discussions return to.',
  },
  {
    to: '/manage/resources',
    label: 'Resources',
    title: 'Manage Resources',
    about: 'Books and blogs to read on.',
  },
  {
    to: '/manage/events',
    label: 'Events',
    title: 'Manage Events',
    about: 'What the community has planned. Readers see times in UTC and on their own clock.',
  },
  {
    to: '/manage/rules',
    label: 'Rules',
    title: 'Manage Rules',
    about: 'What moderators go by.',
  },
  {
    to: '/manage/invites',
    label: 'Invites',
    title: 'Manage Invites',
    about: 'Links by which people may join, and who joined by them.',
    for: 'staff',
  },
  {
    to: '/manage/site',
    label: 'Site',
    title: 'Manage Site',
    about: 'What the forum is called, what it says of itself, and who may join.',
    for: 'admins',
  },
]

/** Title of the page and a word to search engines: there is nothing here for them. */
export function manageHead(siteName: string, to: ManagePlace['to']) {
  const title = MANAGE_PLACES.find((place) => place.to === to)?.title
  return { meta: [{ title: `${title} | ${siteName}` }, { name: 'robots', content: 'noindex' }] }
}
