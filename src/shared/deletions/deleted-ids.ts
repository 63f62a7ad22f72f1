/** Ids deleted in this tab, whether sent or not. Live events must not show them again. */
export const deletedIds = new Set<string>()
