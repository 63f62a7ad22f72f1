export const ROLES = ['editor', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A sanction in force (db/schema/sanctions.sql). */
export interface Sanction {
  id: string
  kind: 'warning' | 'approval' | 'rate_limit' | 'suspension'
  message: string
  rule: string | null
  /** Maximum posts, comments, notes and messages in any 24 hours. */
  per_day: number | null
  /** ISO 8601 UTC. Null for a sanction without end, and for a warning until it is acknowledged. */
  ends_at: string | null
  action_id: string
}

/** Data of the signed-in member that pages receive. Optional fields are omitted in their default state. */
export interface Viewer {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  roles: Role[]
  /** Roles that are inactive until a second factor is set up (STAFF_SECOND_FACTOR). `roles` is empty then. */
  resting_roles?: Role[]
  sanctions?: Sanction[]
  leaving_at?: string
  mail_stopped?: true
}

/** Returns the viewer as if they had a second factor, so with all roles active. */
export function withActiveRoles<Someone extends Viewer | null>(viewer: Someone): Someone {
  return viewer?.resting_roles ? { ...viewer, roles: viewer.resting_roles } : viewer
}

export function hasRole(viewer: Viewer | null, role: Role): boolean {
  return viewer?.roles.includes(role) ?? false
}

export function isCurator(viewer: Viewer | null): boolean {
  return hasRole(viewer, 'editor') || hasRole(viewer, 'admin')
}

export function isStaff(viewer: Viewer | null): boolean {
  return hasRole(viewer, 'moderator') || hasRole(viewer, 'admin')
}
