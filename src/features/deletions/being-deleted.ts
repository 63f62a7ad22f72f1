/** Ids deleted in this tab, sent or not. Live events must not show them again. */
export const beingDeleted = new Set<string>()
