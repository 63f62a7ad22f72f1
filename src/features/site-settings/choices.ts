/** Each choice says what it means for members. */
export const REGISTRATION_CHOICES = [
  { value: 'open', label: 'Open', hint: 'Everybody may sign up.' },
  { value: 'invite', label: 'By invitation', hint: 'Whoever has a link of invitation may sign up.' },
  { value: 'closed', label: 'Closed', hint: 'Nobody may sign up. Members sign in as before.' },
] as const

export const INVITER_CHOICES = [
  { value: 'admins', label: 'Admins', hint: '' },
  { value: 'moderators', label: 'Admins and moderators', hint: '' },
] as const

export const NEW_MEMBER_CHOICES = [
  {
    value: 'open',
    label: 'Open',
    hint: 'What new members write appears at once, links included.',
  },
  {
    value: 'careful',
    label: 'Careful',
    hint: 'A new member’s first text with a link to another site appears once a moderator has approved it.',
  },
  {
    value: 'strict',
    label: 'Strict',
    hint: 'A new member’s first three texts, and their first link, appear once a moderator has approved them.',
  },
] as const
