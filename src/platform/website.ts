/** Maximum characters of a URL, as in the database (db/schema/profiles.sql). */
export const WEBSITE_MAX = 500
export const INVALID_URL = 'Invalid URL format'
export const WEBSITE_RULE = 'A URL, like https://example.com/page.'

/** Returns whether the text is a web URL. Refuses user names, as in https://bank.example@evil.example. */
export function isWebsite(text: string): boolean {
  const url = URL.parse(text)
  return /^https?:\/\/[^\s<>"]+$/i.test(text) && url !== null && !url.username && !url.password
}

/** Adds a missing scheme: "example.org" becomes "https://example.org". */
export function withScheme(text: string): string {
  return text === '' || /^[a-z][a-z0-9+-]*:/i.test(text) ? text : `https://${text}`
}
