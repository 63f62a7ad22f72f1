/** Page to worker: what is being read; or that the device is to forget what was, because its reader signed out. */
export type ToWorker = { read: string; whole: boolean } | { forget: true }

/** Worker to page: what it asked for was kept at this time (ISO 8601 UTC), or there is nothing. */
export type ToPage = { kept: string } | { kept: null }
