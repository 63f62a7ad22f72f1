/** Milliseconds that the forum may take to say that it is there. */
const PATIENCE = 10_000

export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })).ok
  } catch {
    return false
  }
}
