/** Ids of what is deleted in this tab, whether the server has heard of it yet or not: nothing brings that to notice again. */
export const beingDeleted = new Set<string>()
