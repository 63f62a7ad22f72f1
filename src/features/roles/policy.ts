import { hasRole, type Role, type Viewer } from '../../api/core/viewer.ts'

/** Users a page. */
export const USER_PAGE = 50
/** Nobody's name is longer. */
export const USER_SEARCH_LIMIT = 100

/**
 * Editors choose moderators, but not among those who stand above them or beside them, nor those whose address is not
 * verified: nobody knows yet whether there is somebody behind it.
 */
export function canChangeModerator(
  viewer: Viewer | null,
  user: { roles: Role[]; is_verified: boolean },
): boolean {
  const isAbove = user.roles.some((role) => role === 'editor' || role === 'admin')
  return hasRole(viewer, 'editor') && user.is_verified && !isAbove
}

/** What is given with a role: an admin is editor too, or user management would be closed to who leads the forum. */
export function rolesGivenWith(role: Role): Role[] {
  return role === 'admin' ? ['admin', 'editor'] : [role]
}
