import type { SiteText } from '../../platform/site.ts'

/** What the database takes (0114_site_settings.sql). */
export const NAME_MAX = 60
/** Search engines show half of it. */
export const DESCRIPTION_MAX = 300
export const CONTACT_MAX = 500
/** Terms and privacy notices are long; what stands on a page among other things is not. */
export const TEXT_MAX: Record<SiteText, number> = {
  about: 10_000,
  guidelines: 10_000,
  terms: 30_000,
  privacy: 30_000,
}

/** How much of a new member's writing is reviewed before it is published: nothing, links, or first texts as well. */
export const NEW_MEMBERS = ['open', 'careful', 'strict'] as const

/** Who makes links of invitation. */
export const INVITERS = ['admins', 'moderators'] as const
