import type { MarksOf } from './contract.ts'
import { LISTS, type List, MARKS_LIMIT, type Target, UNMARKED } from './policy.ts'

/** Ids with commas between, by kind, and what comes back for them, by kind and id. */
type Read = (ids: Partial<Record<List, string>>) => Promise<Answer>
type Answer = { [T in Target as (typeof LISTS)[T]]: Record<string, MarksOf[T]> }

interface Wanted {
  target: Target
  id: string
  resolve: (mark: MarksOf[Target]) => void
  reject: (error: unknown) => void
}

/**
 * Gathers what is asked for in one go, as by the fifty cards of a page, and asks the API for all of it with one call
 * (more calls where it would not fit an address).
 */
export function batchMarks(read: Read) {
  let wanted: Wanted[] = []

  const flush = () => {
    const all = wanted
    wanted = []
    for (let start = 0; start < all.length; start += MARKS_LIMIT)
      void fetchTogether(all.slice(start, start + MARKS_LIMIT))
  }

  const fetchTogether = async (batch: Wanted[]) => {
    try {
      const marks = await read(idsOf(batch))
      for (const { target, id, resolve } of batch) resolve(marks[LISTS[target]][id] ?? UNMARKED[target])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return <T extends Target>(target: T, id: string) =>
    new Promise<MarksOf[T]>((resolve, reject) => {
      if (wanted.push({ target, id, resolve: resolve as Wanted['resolve'], reject }) === 1) setTimeout(flush)
    })
}

function idsOf(batch: Wanted[]): Partial<Record<List, string>> {
  const ids: Partial<Record<List, string>> = {}
  for (const { target, id } of batch) {
    const list = LISTS[target]
    ids[list] = ids[list] ? `${ids[list]},${id}` : id
  }
  return ids
}
