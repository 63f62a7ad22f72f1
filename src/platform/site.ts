/** Texts of the forum about itself that admins may write. */
export const SITE_TEXTS = ['about', 'guidelines', 'terms', 'privacy'] as const
export type SiteText = (typeof SITE_TEXTS)[number]

/** Who may sign up: everybody, whoever has a link of invitation, nobody. */
export const REGISTRATIONS = ['open', 'invite', 'closed'] as const
export type Registration = (typeof REGISTRATIONS)[number]

/** What every page may know of the installation. Public: it is in the HTML, so what is as it always is has no place in it. */
export interface Site {
  /** "Threshold": PRODUCT_NAME. The whole name where admins have given it one. */
  product: string
  /** "The Threshold": the header, titles, Open Graph. */
  name: string
  /** Where the forum is found, without a slash at the end: canonical addresses start with it. */
  url: string
  /** What it is, where admins have said so. */
  description?: string
  /** An e-mail address or that of a page, where admins have given one. */
  contact?: string
  /** Those that admins have written. */
  texts?: readonly SiteText[]
  /** Where not everybody may sign up. */
  registration?: Exclude<Registration, 'open'>
  /** Where people have accounts with which they sign in here. */
  providers?: readonly { id: string; name: string }[]
}

interface Installation {
  PRODUCT_NAME: string
  PUBLIC_URL: string
  OIDC_PROVIDERS: readonly { id: string; name: string }[]
}

/** As the configuration has it. */
export function siteOf({ PRODUCT_NAME, PUBLIC_URL, OIDC_PROVIDERS }: Installation): Site {
  const providers = OIDC_PROVIDERS.map(({ id, name }) => ({ id, name }))
  return {
    product: PRODUCT_NAME,
    name: `The ${PRODUCT_NAME}`,
    url: PUBLIC_URL,
    ...(providers.length > 0 && { providers }),
  }
}

/** Whether admins have named it: images that were drawn before bear another name. */
export function hasOwnName({ product, name }: Pick<Site, 'product' | 'name'>): boolean {
  return product === name
}
