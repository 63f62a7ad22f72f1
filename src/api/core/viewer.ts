export const ROLES = ['editor', 'moderator', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** What moderators have set against a member and is in force (0100_sanctions.sql). */
export interface Sanction {
  id: string
  kind: 'warning' | 'approval' | 'rate_limit' | 'suspension'
  /** What the member is told. */
  message: string
  /** As the log keeps it: “2. Be kind”. */
  rule: string | null
  /** How much may be written in any 24 hours. */
  per_day: number | null
  /** ISO 8601 UTC; null: a warning, which ends when it is acknowledged, or for good. */
  ends_at: string | null
  /** In the log of moderation; what an appeal is about. */
  action_id: string
}

/** Who is looking: everything the page may know of the signed-in member. */
export interface Viewer {
  id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  roles: Role[]
  /** Those that act again when the member has a second factor (STAFF_SECOND_FACTOR); `roles` is empty then. */
  resting_roles?: Role[]
  /** Suspension and warnings, the one to be heard of first first; left out where there is none. */
  sanctions?: Sanction[]
  /** When the account is deleted that they want to leave; left out where they do not. */
  leaving_at?: string
  /** Mail to their address came back too often, and none is sent any more; left out where that is not so. */
  mail_stopped?: true
}

/** As they would be with a second factor. */
export function awake<Someone extends Viewer | null>(viewer: Someone): Someone {
  return viewer?.resting_roles ? { ...viewer, roles: viewer.resting_roles } : viewer
}

export function hasRole(viewer: Viewer | null, role: Role): boolean {
  return viewer?.roles.includes(role) ?? false
}

/** Who maintains what the forum shows beside the words of its members: categories, thinkers, resources, events. */
export function isCurator(viewer: Viewer | null): boolean {
  return hasRole(viewer, 'editor') || hasRole(viewer, 'admin')
}

/** Who looks after the community: moderators and admins. */
export function isStaff(viewer: Viewer | null): boolean {
  return hasRole(viewer, 'moderator') || hasRole(viewer, 'admin')
}
