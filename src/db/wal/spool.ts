/** Where the server puts what it has finished of its log until it is shipped: a folder of the cluster's own. */
export const SPOOL = 'wal-spool'

/** Seconds after which a part of the log is shipped that is not full: at most so much is lost with the disk. */
const SHIPPED_WITHIN = 60

/**
 * Settings of a server that keeps its log. What it copies is on the disk before it has its name, and copied again, over the same
 * bytes, where the server was killed before it noted that.
 */
export function archiveSettings(): Record<string, string> {
  const [draft, done] = [`"${SPOOL}/%f.partial"`, `"${SPOOL}/%f"`]
  return {
    archive_mode: 'on',
    archive_timeout: `${SHIPPED_WITHIN}s`,
    archive_command: `mkdir -p ${SPOOL} && cp "%p" ${draft} && sync ${draft} && mv ${draft} ${done}`,
  }
}
