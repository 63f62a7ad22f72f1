import * as z from 'zod'
import { optionalMultiLineSchema, optionalSingleLineSchema } from '../../accounts/manage-forms/fields.ts'
import { isEmail } from '../../accounts/policy.ts'
import { CONTRAST_MIN, contrastOn, HEX_COLOUR, isReadableAccent, type Theme } from '../../platform/accent.ts'
import { readableName } from '../../platform/readable-name.ts'
import { REGISTRATIONS, type SiteText } from '../../platform/site.ts'
import { oneLine } from '../../platform/text.ts'
import { isWebsite } from '../../platform/website.ts'
import { findGap } from './templates.ts'

/** Maximum lengths, as in the database (db/schema/site.sql). */
export const SITE_NAME_MAX = 60
/** Search engines only show the first half of a description this long. */
export const DESCRIPTION_MAX = 300
export const CONTACT_MAX = 500
export const HEADLINE_MAX = 120
export const INTRODUCTION_MAX = 500
export const TEXT_MAX: Record<SiteText, number> = {
  about: 10_000,
  guidelines: 10_000,
  terms: 30_000,
  privacy: 30_000,
}

/** What requires approval from new members: nothing, their first link, or also their first texts. */
export const NEW_MEMBERS = ['open', 'careful', 'strict'] as const

/** Members allowed to create invite links. */
export const INVITERS = ['admins', 'moderators'] as const

/** Whether members can add pictures to posts and comments. */
export const PICTURES = ['on', 'off'] as const

/** When guests must solve a task for pages that are not cached (accounts/guest-passes). */
export const GUEST_CHECKS = ['flood', 'always', 'never'] as const

/** Whether robots.txt allows crawlers that collect texts for AI training. */
export const AI_TRAINING = ['allowed', 'refused'] as const

const INVALID_CONTACT = 'Enter an email address, or a URL that starts with https:// or http://.'

/** A text without gaps of a template. */
function legalTextSchema(limit: number) {
  return optionalMultiLineSchema(limit, 'A text').refine((text) => !findGap(text), {
    error: ({ input }) => `Replace ${findGap(String(input))} first.`,
  })
}

/** An optional colour as `#rrggbb`. It must be readable on the theme's backgrounds. */
function accentSchema(theme: Theme) {
  return z
    .string()
    .overwrite((text) => oneLine(text).toLowerCase())
    .refine((text) => text === '' || HEX_COLOUR.test(text), 'Enter a colour such as #e9b872.')
    .refine((text) => !HEX_COLOUR.test(text) || isReadableAccent(text, theme), {
      error: ({ input }) =>
        `This colour is hard to read on the ${theme} theme: its contrast is ${contrastOn(theme, String(input)).toFixed(1)} and should be at least ${CONTRAST_MIN}. Choose a ${theme === 'dark' ? 'lighter' : 'darker'} one.`,
    })
    .nullable()
    .transform((text) => text || null)
}

/** Checks the settings form. Null and '' select the default value. */
export const settingsInput = z.object({
  name: optionalSingleLineSchema(SITE_NAME_MAX, 'A name').superRefine(readableName('A name')),
  description: optionalSingleLineSchema(DESCRIPTION_MAX, 'A description'),
  contact: z
    .string()
    .overwrite(oneLine)
    .max(CONTACT_MAX, `A contact can have at most ${CONTACT_MAX} characters.`)
    .refine((text) => text === '' || isEmail(text) || isWebsite(text), INVALID_CONTACT)
    .nullable()
    .transform((text) => text || null),
  headline: optionalSingleLineSchema(HEADLINE_MAX, 'A heading'),
  introduction: optionalMultiLineSchema(INTRODUCTION_MAX, 'An introduction')
    .nullable()
    .transform((text) => text || null),
  accent_dark: accentSchema('dark'),
  accent_light: accentSchema('light'),
  about: optionalMultiLineSchema(TEXT_MAX.about, 'A text'),
  guidelines: optionalMultiLineSchema(TEXT_MAX.guidelines, 'A text'),
  terms: legalTextSchema(TEXT_MAX.terms),
  privacy: legalTextSchema(TEXT_MAX.privacy),
  registration: z.enum(REGISTRATIONS),
  inviters: z.enum(INVITERS),
  new_members: z.enum(NEW_MEMBERS),
  pictures: z.enum(PICTURES),
  guest_check: z.enum(GUEST_CHECKS),
  ai_training: z.enum(AI_TRAINING),
})
