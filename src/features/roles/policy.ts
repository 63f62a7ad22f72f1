import { hasRole, type Role, type Viewer } from '../accounts/policy.ts'

/** Users a page. */
export const USER_PAGE = 50
/** Nobody's name is longer. */
export const USER_SEARCH_LIMIT = 100

/** Editors choose moderators, but not among those who stand above them or beside them. */
export function canChangeModerator(viewer: Viewer | null, user: { roles: Role[] }): boolean {
  return hasRole(viewer, 'editor') && !user.roles.some((role) => role === 'editor' || role === 'admin')
}
