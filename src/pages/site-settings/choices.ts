import type { Choice } from '../../ui/form/choice-field.tsx'

export const REGISTRATION_CHOICES: readonly Choice[] = [
  { value: 'open', label: 'Open', hint: 'Anyone can sign up.' },
  { value: 'invite', label: 'Invite-only', hint: 'Anyone with an invite link can sign up.' },
  { value: 'closed', label: 'Closed', hint: 'No one can sign up. Members can still sign in.' },
]

export const INVITER_CHOICES: readonly Choice[] = [
  { value: 'admins', label: 'Admins', hint: '' },
  { value: 'moderators', label: 'Admins and moderators', hint: '' },
]

export const NEW_MEMBER_CHOICES: readonly Choice[] = [
  { value: 'open', label: 'Open', hint: 'Content by new members is published immediately, including links.' },
  {
    value: 'careful',
    label: 'Careful',
    hint: 'A new member’s first text with a link to another site requires approval.',
  },
  {
    value: 'strict',
    label: 'Strict',
    hint: 'A new member’s first three texts and first link require approval.',
  },
]

export const PICTURE_CHOICES: readonly Choice[] = [
  { value: 'on', label: 'On', hint: 'Members can upload pictures. Each member has 200 MB.' },
  { value: 'off', label: 'Off', hint: 'No one can upload pictures. Existing pictures stay.' },
]

export const GUEST_CHECK_CHOICES: readonly Choice[] = [
  {
    value: 'flood',
    label: 'During a flood',
    hint: 'If crawlers send more requests than the forum can serve, guests’ browsers solve a task of one or two seconds once a week. Members notice nothing.',
  },
  {
    value: 'always',
    label: 'Always',
    hint: 'Guests and unknown crawlers need the task for every page that isn’t cached.',
  },
  { value: 'never', label: 'Never', hint: 'Guests queue. During a flood, most get an error.' },
]

export const AI_TRAINING_CHOICES: readonly Choice[] = [
  { value: 'allowed', label: 'Allowed', hint: '' },
  {
    value: 'refused',
    label: 'Refused',
    hint: 'robots.txt asks crawlers that collect texts for AI training to stay away. Search engines, and assistants that open a page for a person, stay welcome.',
  },
]
