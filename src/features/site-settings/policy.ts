import type { SiteText } from '../../platform/site.ts'

/** Limits of the database (0114_site_settings.sql). */
export const NAME_MAX = 60
/** Search engines show half of it. */
export const DESCRIPTION_MAX = 300
export const CONTACT_MAX = 500
export const TEXT_MAX: Record<SiteText, number> = {
  about: 10_000,
  guidelines: 10_000,
  terms: 30_000,
  privacy: 30_000,
}

/** Reviewed before it is published: nothing of a new member, links, or first texts as well. */
export const NEW_MEMBERS = ['open', 'careful', 'strict'] as const

/** Who can create invite links. */
export const INVITERS = ['admins', 'moderators'] as const
