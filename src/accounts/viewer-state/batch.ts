import type { ViewerStateOf } from './contract.ts'
import {
  DEFAULT_STATE,
  LISTS,
  type List,
  type Target,
  VIEWER_STATE_BATCH_MAX,
  VIEWER_STATE_BODY_MAX,
} from './policy.ts'

/** Ids per list: comma-separated in a URL, or as arrays in a body. */
interface Reads {
  read: (ids: Partial<Record<List, string>>) => Promise<StateLists>
  readMany: (ids: Partial<Record<List, string[]>>) => Promise<StateLists>
}

type StateLists = { [T in Target as (typeof LISTS)[T]]: Record<string, ViewerStateOf[T]> }

interface PendingRead {
  target: Target
  id: string
  resolve: (mark: ViewerStateOf[Target]) => void
  reject: (error: unknown) => void
}

/** Combines the requests of one tick into a single API call: a GET if the ids fit into a URL, else a POST. */
export function batchViewerState({ read, readMany }: Reads) {
  let pending: PendingRead[] = []

  const flush = () => {
    const all = pending
    pending = []
    for (let start = 0; start < all.length; start += VIEWER_STATE_BODY_MAX)
      void fetchTogether(all.slice(start, start + VIEWER_STATE_BODY_MAX))
  }

  const fetchTogether = async (batch: PendingRead[]) => {
    try {
      const ids = idsOf(batch)
      const states = await (batch.length > VIEWER_STATE_BATCH_MAX ? readMany(ids) : read(joined(ids)))
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

function idsOf(batch: PendingRead[]): Partial<Record<List, string[]>> {
  const ids: Partial<Record<List, string[]>> = {}
  for (const { target, id } of batch) {
    const list = LISTS[target]
    const known = ids[list]
    if (known) known.push(id)
    else ids[list] = [id]
  }
  return ids
}

function joined(ids: Partial<Record<List, string[]>>): Partial<Record<List, string>> {
  return Object.fromEntries(Object.entries(ids).map(([list, each]) => [list, each.join(',')]))
}
