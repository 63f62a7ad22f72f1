export const FOLLOW_PAGE = 50

export type Side = 'followers' | 'following'

export interface Subject {
  type: 'post' | 'concept'
  id: string
  name: string
}

/** Only posts can be muted. */
export type FollowState = 'following' | 'muted' | 'neither'

export const SUBJECTS = { post: 'discussion', concept: 'concept' } as const

interface Person {
  id: string
}

export function canFollow(viewer: Person | null, profile: Person): boolean {
  return viewer !== null && viewer.id !== profile.id
}
