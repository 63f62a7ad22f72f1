import { hasRole, isStaff, type Viewer } from '../../core/viewer.ts'

/** As in db/schema/access.sql. */
export const USES_MAX = 1000
export const NOTE_MAX = 200
/** A link that is found years later must not work. */
export const INVITE_DAYS_MAX = 365
export const INVITES_LISTED = 100
export const MEMBERS_LISTED = 20

export function mayInvite(viewer: Viewer | null, inviters: 'admins' | 'moderators'): boolean {
  return hasRole(viewer, 'admin') || (inviters === 'moderators' && isStaff(viewer))
}
