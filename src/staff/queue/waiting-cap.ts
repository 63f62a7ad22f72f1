/** Highest number of open cases that is counted. In a file of its own, because every page of a moderator loads it. */
export const WAITING_CAP = 100
