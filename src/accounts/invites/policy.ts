import { hasRole, isStaff, type Viewer } from '../../core/viewer.ts'

/** Limits that db/schema/access.sql also enforces. */
export const USES_MAX = 1000
export const NOTE_MAX = 200
/** Maximum lifetime of an invite in days, so that a link found years later doesn't work. */
export const INVITE_DAYS_MAX = 365
export const INVITES_LISTED = 100
export const MEMBERS_LISTED = 20

export function mayInvite(viewer: Viewer | null, inviters: 'admins' | 'moderators'): boolean {
  return hasRole(viewer, 'admin') || (inviters === 'moderators' && isStaff(viewer))
}
