export const RELATION_PAGE = 50

export type Relation = 'mutes' | 'blocks'

interface Person {
  id: string
}

/** Moderators and admins can be ignored too, because their decisions are not messages. */
export function canIgnore(viewer: Person, profile: Person): boolean {
  return viewer.id !== profile.id
}
