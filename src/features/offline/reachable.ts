/** Milliseconds that the forum may take to say that it is there. */
const PROBE_TIMEOUT_MS = 10_000

/** With its database: without it there is nothing new to be had. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}
