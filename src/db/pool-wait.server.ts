import type pg from 'pg'

/**
 * Reads for how many milliseconds whoever asks this pool for a connection waits: by standing in its line as everybody does,
 * one at a time. A database that is away is no wait: it is told at once.
 */
export function poolWait(pool: pg.Pool): () => number {
  let askedAt: number | undefined
  let latest = 0
  const ask = async (began: number) => {
    askedAt = began
    const client = await pool.connect().catch(() => undefined)
    latest = Math.round(performance.now() - began)
    askedAt = undefined
    client?.release()
  }
  return () => {
    const now = performance.now()
    const waited = askedAt === undefined ? latest : Math.max(latest, Math.round(now - askedAt))
    if (askedAt === undefined) void ask(now)
    return waited
  }
}
