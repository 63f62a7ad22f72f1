import { hasRole, isStaff, type Viewer } from '../../api/core/viewer.ts'

/** What the database takes (0115_invites.sql). */
export const USES_MAX = 1000
export const NOTE_MAX = 200
/** A link that is found years later should lead nowhere. */
export const DAYS_MAX = 365
/** Invitations that are listed: the latest. */
export const INVITES_LISTED = 100
/** Of the members who joined by one. */
export const MEMBERS_LISTED = 20

/** Admins always, moderators where admins let them. */
export function mayInvite(viewer: Viewer | null, inviters: 'admins' | 'moderators'): boolean {
  return hasRole(viewer, 'admin') || (inviters === 'moderators' && isStaff(viewer))
}
