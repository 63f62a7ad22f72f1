import type { ItemField } from '../../accounts/manage-forms/item-field.tsx'
import type { StoredSiteSettings } from './contract.ts'
import {
  CONTACT_MAX,
  DESCRIPTION_MAX,
  HEADLINE_MAX,
  INTRODUCTION_MAX,
  SITE_NAME_MAX,
  TEXT_MAX,
} from './inputs.ts'

/** Returns the settings as the form's values. Null becomes ''. */
export function valuesOf({ updated_at: _, logo: _logo, icon: _icon, ...settings }: StoredSiteSettings) {
  const { name, description, contact, headline, introduction, accent_dark, accent_light } = settings
  return {
    ...settings,
    name: name ?? '',
    description: description ?? '',
    contact: contact ?? '',
    headline: headline ?? '',
    introduction: introduction ?? '',
    accent_dark: accent_dark ?? '',
    accent_light: accent_light ?? '',
  } satisfies Record<string, string>
}

type Name = keyof ReturnType<typeof valuesOf>

export const ABOUT_IT: readonly ItemField<Name>[] = [
  {
    type: 'line',
    name: 'name',
    label: 'Name',
    limit: SITE_NAME_MAX,
    hint: 'Shown in titles, the header, emails and feeds. Leave empty to use the configured name.',
  },
  {
    type: 'text',
    name: 'description',
    label: 'Description',
    limit: DESCRIPTION_MAX,
    hint: 'Shown by search engines and in link previews.',
  },
  {
    type: 'line',
    name: 'contact',
    label: 'Contact',
    limit: CONTACT_MAX,
    hint: 'An email address or URL. Visible to everyone.',
  },
]

export const LOOK: readonly ItemField<Name>[] = [
  {
    type: 'line',
    name: 'headline',
    label: 'Heading of the home page',
    limit: HEADLINE_MAX,
    hint: 'Shown to guests. Leave empty for the default.',
  },
  {
    type: 'text',
    name: 'introduction',
    label: 'Introduction on the home page',
    limit: INTRODUCTION_MAX,
    hint: 'One or two sentences about your forum, below the heading.',
  },
]

export const ACCENTS = ['accent_dark', 'accent_light'] as const

export const TEXTS: readonly ItemField<Name>[] = [
  {
    type: 'text',
    name: 'about',
    label: 'About',
    limit: TEXT_MAX.about,
    hint: 'Replaces the mission and principles on the About page. Plain text. URLs become links, and an empty line starts a new paragraph.',
  },
  {
    type: 'text',
    name: 'guidelines',
    label: 'Guidelines',
    limit: TEXT_MAX.guidelines,
    hint: 'Replaces the community guidelines on the About page.',
  },
  {
    type: 'text',
    name: 'terms',
    label: 'Terms',
    limit: TEXT_MAX.terms,
    hint: 'Shown at /terms. Leave empty for no page.',
  },
  {
    type: 'text',
    name: 'privacy',
    label: 'Privacy',
    limit: TEXT_MAX.privacy,
    hint: 'Shown at /privacy. Leave empty for no page.',
  },
]

export const LABELS = {
  ...Object.fromEntries([...ABOUT_IT, ...LOOK, ...TEXTS].map(({ name, label }) => [name, label])),
  accent_dark: 'Accent colour of the dark theme',
  accent_light: 'Accent colour of the light theme',
  registration: 'Registration',
  inviters: 'Who can invite',
  new_members: 'New members',
  pictures: 'Pictures',
  guest_check: 'Check of guests’ browsers',
  ai_training: 'AI training',
}
