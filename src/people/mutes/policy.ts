export const RELATION_PAGE = 50

export type Relation = 'mutes' | 'blocks'

interface Person {
  id: string
}

/** Anyone but the viewer can be muted or blocked, even moderators, whose decisions still reach the viewer. */
export function canIgnore(viewer: Person, profile: Person): boolean {
  return viewer.id !== profile.id
}
