/** Ids of items deleted in this tab, even if not yet on the server. Live events must not show them again. */
export const deletedIds = new Set<string>()
