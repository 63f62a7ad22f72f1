import type { ViewerStateOf } from './contract.ts'
import {
  DEFAULT_STATE,
  VIEWER_STATE_BATCH_MAX,
  VIEWER_STATE_BODY_MAX,
  VIEWER_STATE_LISTS,
  type ViewerStateList,
  type ViewerStateTarget,
} from './policy.ts'

/** Functions that request states by id: `read` with comma-separated ids in the URL, `readMany` in a body. */
interface ViewerStateReads {
  read: (ids: Partial<Record<ViewerStateList, string>>) => Promise<StateLists>
  readMany: (ids: Partial<Record<ViewerStateList, string[]>>) => Promise<StateLists>
}

type StateLists = {
  [T in ViewerStateTarget as (typeof VIEWER_STATE_LISTS)[T]]: Record<string, ViewerStateOf[T]>
}

interface PendingRead {
  target: ViewerStateTarget
  id: string
  resolve: (mark: ViewerStateOf[ViewerStateTarget]) => void
  reject: (error: unknown) => void
}

/** Combines the requests of one tick into one API call: a GET if the ids fit into a URL, otherwise a POST. */
export function batchViewerState({ read, readMany }: ViewerStateReads) {
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
      for (const { target, id, resolve } of batch)
        resolve(states[VIEWER_STATE_LISTS[target]][id] ?? DEFAULT_STATE[target])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return <T extends ViewerStateTarget>(target: T, id: string) =>
    new Promise<ViewerStateOf[T]>((resolve, reject) => {
      if (pending.push({ target, id, resolve: resolve as PendingRead['resolve'], reject }) === 1)
        setTimeout(flush)
    })
}

function idsOf(batch: PendingRead[]): Partial<Record<ViewerStateList, string[]>> {
  const ids: Partial<Record<ViewerStateList, string[]>> = {}
  for (const { target, id } of batch) {
    const list = VIEWER_STATE_LISTS[target]
    const known = ids[list]
    if (known) known.push(id)
    else ids[list] = [id]
  }
  return ids
}

function joined(ids: Partial<Record<ViewerStateList, string[]>>): Partial<Record<ViewerStateList, string>> {
  return Object.fromEntries(Object.entries(ids).map(([list, each]) => [list, each.join(',')]))
}
