/** Maximum characters of a pasted URL. Only its host is stored. */
export const TYPED_MAX = 2000
export const DOMAINS_PAGE = 50

export const NO_DOMAIN = 'Enter a URL or domain, like “example.org”.'
export const OWN_DOMAIN = 'You can’t block this forum.'
