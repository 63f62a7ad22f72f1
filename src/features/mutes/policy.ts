/** People on a page of those whom one mutes or blocks. */
export const RELATION_PAGE = 50

/** What one can be to another who wants peace from them. */
export type Relation = 'mutes' | 'blocks'

interface Person {
  id: string
}

/** Anybody but oneself, also who keeps the forum: what they decide is not a message. */
export function canIgnore(viewer: Person, profile: Person): boolean {
  return viewer.id !== profile.id
}
