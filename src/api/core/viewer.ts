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

/** Who looks after the community: moderators and admins. */
export function isStaff(viewer: Viewer | null): boolean {
  return hasRole(viewer, 'moderator') || hasRole(viewer, 'admin')
}
