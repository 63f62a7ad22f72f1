/** What every page may know of the installation. Public: it is in the HTML. */
export interface Site {
  /** "Threshold": PRODUCT_NAME. */
  product: string
  /** "The Threshold": the header, titles, Open Graph. */
  name: string
  /** Where the forum is found, without a slash at the end: canonical addresses start with it. */
  url: string
}

/** As `PRODUCT_NAME` and `PUBLIC_URL` have it. */
export function siteOf({ PRODUCT_NAME, PUBLIC_URL }: { PRODUCT_NAME: string; PUBLIC_URL: string }): Site {
  return { product: PRODUCT_NAME, name: `The ${PRODUCT_NAME}`, url: PUBLIC_URL }
}
