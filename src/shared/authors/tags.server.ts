/** Cache tag of responses that depend on all members' names, such as member searches. */
export const NAMES_TAG = 'names'

/** Returns the cache tag of responses that mention a username, whether or not the member exists. */
export function nameTag(username: string): string {
  return `name:${username.toLowerCase()}`
}
