export const ROLES = ['editor', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Who is looking: everything the page may know of the signed-in member. */
export interface Viewer {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  roles: Role[]
}

export function hasRole(viewer: Viewer | null, role: Role): boolean {
  return viewer?.roles.includes(role) ?? false
}

/** Who maintains what the forum shows beside the words of its members: categories, thinkers, resources, events. */
export function isCurator(viewer: Viewer | null): boolean {
  return hasRole(viewer, 'editor') || hasRole(viewer, 'admin')
}

/** Short enough for a mention in a line of text, safe in an address without escaping. */
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
/** The longest address that SMTP can deliver to (RFC 5321, erratum 1690). */
export const EMAIL_MAX = 254
/** NIST SP 800-63B-4 asks for length, not for kinds of characters. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

export const INVALID_EMAIL = 'Invalid email format'
export const INVALID_USERNAME = 'Invalid username format'

export function isUsername(text: string): boolean {
  return text.length >= USERNAME_MIN && text.length <= USERNAME_MAX && /^[A-Za-z0-9_-]+$/.test(text)
}

export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(text)
}
