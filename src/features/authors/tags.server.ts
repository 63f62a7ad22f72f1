/** On answers that depend on how anybody is called, as searches for members. */
export const NAMES = 'names'

/** On answers to a question about somebody of this name, whether there was anybody or not. */
export function nameTag(username: string): string {
  return `name:${username.toLowerCase()}`
}
