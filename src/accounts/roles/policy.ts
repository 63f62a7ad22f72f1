import { hasRole, type Role, type Viewer } from '../../core/viewer.ts'

export const USER_PAGE = 50
export const USER_SEARCH_LIMIT = 100

export const ONLY_ADMIN = 'This is the only admin. Make someone else an admin first.'

/** Editors appoint moderators, but cannot change editors, admins or members with an unverified address. */
export function canChangeModerator(viewer: Viewer | null, user: { roles: Role[]; is_verified: boolean }) {
  const isAbove = user.roles.some((role) => role === 'editor' || role === 'admin')
  return hasRole(viewer, 'editor') && user.is_verified && !isAbove
}

/** Returns a role with those it implies. Admins are also editors, as only editors see user management. */
export function impliedRoles(role: Role): Role[] {
  return role === 'admin' ? ['admin', 'editor'] : [role]
}
