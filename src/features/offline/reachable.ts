/** Milliseconds that the forum may take to say that it is there. */
const PATIENCE = 10_000

/** With its database: without it there is nothing new to be had. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })).ok
  } catch {
    return false
  }
}
