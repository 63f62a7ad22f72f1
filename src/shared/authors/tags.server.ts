/** Tag of responses that depend on any name, such as member searches. */
export const NAMES_TAG = 'names'

/** Tag of responses about a username, found or not. */
export function nameTag(username: string): string {
  return `name:${username.toLowerCase()}`
}
