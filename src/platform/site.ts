/** Names of the pages whose text admins can write. */
export const SITE_TEXTS = ['about', 'guidelines', 'terms', 'privacy'] as const
export type SiteText = (typeof SITE_TEXTS)[number]

export const REGISTRATIONS = ['open', 'invite', 'closed'] as const
export type Registration = (typeof REGISTRATIONS)[number]

/** Data about the forum that every page's HTML includes. Default values are omitted. */
export interface Site {
  /** PRODUCT_NAME, or the same as `name` if admins have chosen a name. */
  product: string
  name: string
  url: string
  description?: string
  contact?: string
  /** Heading and text of the home page for guests. */
  headline?: string
  introduction?: string
  /** Path of the logo, see logoSize(), and of the icon with 512 pixels, if admins have chosen their own. */
  logo?: string
  icon?: string
  /** CSS properties that replace the accent colours in ui/tokens.css. */
  accents?: Record<`--${string}`, string>
  texts?: readonly SiteText[]
  registration?: Exclude<Registration, 'open'>
  /** Set if members cannot add pictures. */
  pictures?: 'off'
  providers?: readonly { id: string; name: string }[]
}

interface Installation {
  PRODUCT_NAME: string
  PUBLIC_URL: string
  OIDC_PROVIDERS: readonly { id: string; name: string }[]
}

export function siteOf({ PRODUCT_NAME, PUBLIC_URL, OIDC_PROVIDERS }: Installation): Site {
  const providers = OIDC_PROVIDERS.map(({ id, name }) => ({ id, name }))
  return {
    product: PRODUCT_NAME,
    name: `The ${PRODUCT_NAME}`,
    url: PUBLIC_URL,
    ...(providers.length > 0 && { providers }),
  }
}

/** Returns heading and text of the home page. The default texts of a forum with a name of its own have no topic. */
export function landingText(site: Site): { headline: string; introduction: string } {
  const { name, headline, introduction } = site
  if (hasOwnName(site))
    return {
      headline: headline ?? `Welcome to ${name}`,
      introduction: introduction ?? site.description ?? 'Read freely; join to write.',
    }
  return {
    headline: headline ?? 'What we are becoming deserves a careful conversation.',
    introduction:
      introduction ??
      `${name} is a community for human enhancement, consciousness, AI and the future of life. Read freely; join to write.`,
  }
}

/** Returns whether admins have chosen a name. If so, social images made earlier may not show it. */
export function hasOwnName({ product, name }: Pick<Site, 'product' | 'name'>): boolean {
  return product === name
}
