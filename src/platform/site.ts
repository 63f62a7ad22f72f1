/** Texts that admins may write. */
export const SITE_TEXTS = ['about', 'guidelines', 'terms', 'privacy'] as const
export type SiteText = (typeof SITE_TEXTS)[number]

export const REGISTRATIONS = ['open', 'invite', 'closed'] as const
export type Registration = (typeof REGISTRATIONS)[number]

/** What every page knows of the installation. It is in every page's HTML, so default values are left out. */
export interface Site {
  /** PRODUCT_NAME, or the whole name that admins have set. */
  product: string
  /** "The Threshold": for header, titles and Open Graph. */
  name: string
  /** Without a slash at the end. */
  url: string
  description?: string
  /** An e-mail address or a URL. */
  contact?: string
  /** Those that admins have written. */
  texts?: readonly SiteText[]
  registration?: Exclude<Registration, 'open'>
  /** External account providers. */
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

/** Whether admins have set a name, so that older images show another one. */
export function hasOwnName({ product, name }: Pick<Site, 'product' | 'name'>): boolean {
  return product === name
}
