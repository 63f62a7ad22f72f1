/** Pixels that those who show a link with a picture recommend. */
export const IMAGE = { width: 1200, height: 630 } as const
/** For pages that have none of their own. */
export const SITE_IMAGE = '/social-image.png'
