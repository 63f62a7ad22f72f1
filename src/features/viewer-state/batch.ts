import type { ViewerStateOf } from './contract.ts'
import { DEFAULT_STATE, LISTS, type List, type Target, VIEWER_STATE_BATCH_MAX } from './policy.ts'

/** Ids with commas between, by kind, and what comes back for them, by kind and id. */
type Read = (ids: Partial<Record<List, string>>) => Promise<StateLists>
type StateLists = { [T in Target as (typeof LISTS)[T]]: Record<string, ViewerStateOf[T]> }

interface PendingRead {
  target: Target
  id: string
  resolve: (mark: ViewerStateOf[Target]) => void
  reject: (error: unknown) => void
}

/**
 * Gathers what is asked for in one go, as by the fifty cards of a page, and asks the API for all of it with one call
 * (more calls where it would not fit an address).
 */
export function batchViewerState(read: Read) {
  let pending: PendingRead[] = []

  const flush = () => {
    const all = pending
    pending = []
    for (let start = 0; start < all.length; start += VIEWER_STATE_BATCH_MAX)
      void fetchTogether(all.slice(start, start + VIEWER_STATE_BATCH_MAX))
  }

  const fetchTogether = async (batch: PendingRead[]) => {
    try {
      const states = await read(idsOf(batch))
      for (const { target, id, resolve } of batch) resolve(states[LISTS[target]][id] ?? DEFAULT_STATE[target])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return <T extends Target>(target: T, id: string) =>
    new Promise<ViewerStateOf[T]>((resolve, reject) => {
      if (pending.push({ target, id, resolve: resolve as PendingRead['resolve'], reject }) === 1)
        setTimeout(flush)
    })
}

function idsOf(batch: PendingRead[]): Partial<Record<List, string>> {
  const ids: Partial<Record<List, string>> = {}
  for (const { target, id } of batch) {
    const list = LISTS[target]
    ids[list] = ids[list] ? `${ids[list]},${id}` : id
  }
  return ids
}
