/** Steps to set up a new forum, in the order of the list. */
export const SETUP_STEPS = [
  'name',
  'look',
  'texts',
  'rules',
  'concepts',
  'email',
  'backup',
  'moderators',
  'post',
] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const SETUP_TEXT: Record<SetupStep, { title: string; about: string; href: string; label: string }> = {
  name: {
    title: 'Name your forum',
    about: 'Its name, description and contact.',
    href: '/manage/site',
    label: 'Open site settings',
  },
  look: {
    title: 'Choose the look',
    about: 'Logo and icon, the heading and text of the home page, and the colours.',
    href: '/manage/site#pictures',
    label: 'Choose the look',
  },
  texts: {
    title: 'Publish terms and privacy',
    about: 'Members should know what applies, and what you do with their data.',
    href: '/manage/site#texts',
    label: 'Write the texts',
  },
  rules: {
    title: 'Review the rules',
    about: 'There are six guidelines to begin with. Moderators enforce them.',
    href: '/manage/rules',
    label: 'Review the rules',
  },
  concepts: {
    title: 'Choose the concepts',
    about: 'Posts belong to them. Rename, delete and order those that are there.',
    href: '/manage/concepts',
    label: 'Edit the concepts',
  },
  email: {
    title: 'Test email',
    about: 'Without email, nobody can sign up.',
    href: '/manage/dashboard#mail',
    label: 'Send a test email',
  },
  backup: {
    title: 'Schedule backups',
    about: 'Set BACKUP_SCHEDULE, and BACKUP_TO to another disk.',
    href: '/manage/dashboard#backup',
    label: 'See the backups',
  },
  moderators: {
    title: 'Appoint a moderator',
    about: 'Two people notice more than one. Ask them to sign up first.',
    href: '/user-management',
    label: 'Appoint moderators',
  },
  post: {
    title: 'Write the first post',
    about: 'Say what the forum is for. Pin it, so that everyone finds it.',
    href: '/create-post-rich',
    label: 'Write a post',
  },
}
