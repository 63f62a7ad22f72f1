/** People on a page of followers: as many as posts in a list. */
export const FOLLOW_PAGE = 50

export type Side = 'followers' | 'following'

/** What one follows other than a person, and its name. */
export interface Subject {
  type: 'post' | 'concept'
  id: string
  name: string
}

/** Of a post one can also hear nothing at all. */
export type FollowState = 'following' | 'muted' | 'neither'

/** As toasts and buttons call it. */
export const SUBJECTS = { post: 'discussion', concept: 'concept' } as const

interface Person {
  id: string
}

/** Anybody but oneself. */
export function canFollow(viewer: Person | null, profile: Person): boolean {
  return viewer !== null && viewer.id !== profile.id
}
