export const ROLES = ['editor', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A sanction in force (0100_sanctions.sql). */
export interface Sanction {
  id: string
  kind: 'warning' | 'approval' | 'rate_limit' | 'suspension'
  message: string
  /** As in the log: “2. Be kind”. */
  rule: string | null
  /** Allowed posts, comments and messages in 24 hours. */
  per_day: number | null
  /** ISO 8601 UTC; null: forever, or until a warning is acknowledged. */
  ends_at: string | null
  /** Id in the moderation log, for appeals. */
  action_id: string
}

/** All that the page may know of the signed-in member. Optional fields are left out in the default state. */
export interface Viewer {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  roles: Role[]
  /** Roles that need a second factor first (STAFF_SECOND_FACTOR). `roles` is empty then. */
  resting_roles?: Role[]
  /** The most important one first. */
  sanctions?: Sanction[]
  /** When the account will be deleted. */
  leaving_at?: string
  /** Too many mails bounced, so none is sent. */
  mail_stopped?: true
}

/** The viewer with a second factor. */
export function awake<Someone extends Viewer | null>(viewer: Someone): Someone {
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
