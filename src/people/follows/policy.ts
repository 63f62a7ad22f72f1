export const FOLLOW_PAGE = 50

export type FollowsSide = 'followers' | 'following'

export interface FollowSubject {
  type: 'post' | 'concept'
  id: string
  name: string
}

/** A member's relation to a post or concept. Only posts can be muted. */
export type FollowState = 'following' | 'muted' | 'neither'

export const FOLLOW_SUBJECT_NAMES = { post: 'discussion', concept: 'concept' } as const

interface Person {
  id: string
}

export function canFollow(viewer: Person | null, profile: Person): boolean {
  return viewer !== null && viewer.id !== profile.id
}
