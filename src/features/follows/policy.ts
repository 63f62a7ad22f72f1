/** People on a page of followers: as many as posts in a list. */
export const FOLLOW_PAGE = 50

export type Side = 'followers' | 'following'

interface Person {
  id: string
}

/** Anybody but oneself. */
export function canFollow(viewer: Person | null, profile: Person): boolean {
  return viewer !== null && viewer.id !== profile.id
}
