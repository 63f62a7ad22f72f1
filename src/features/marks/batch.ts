import type { CommentMarks, PostMarks } from './contract.ts'
import { MARKS_LIMIT, UNMARKED } from './policy.ts'

export interface MarksOf {
  post: PostMarks
  comment: CommentMarks
}

export type Target = keyof MarksOf

type Read = (ids: {
  posts: string
  comments: string
}) => Promise<{ posts: Record<string, PostMarks>; comments: Record<string, CommentMarks> }>

interface Wanted {
  target: Target
  id: string
  resolve: (mark: PostMarks | CommentMarks) => void
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
      const marks = await read({ posts: idsOf(batch, 'post'), comments: idsOf(batch, 'comment') })
      for (const { target, id, resolve } of batch)
        resolve((target === 'post' ? marks.posts[id] : marks.comments[id]) ?? UNMARKED[target])
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return <T extends Target>(target: T, id: string) =>
    new Promise<MarksOf[T]>((resolve, reject) => {
      if (wanted.push({ target, id, resolve: resolve as Wanted['resolve'], reject }) === 1) setTimeout(flush)
    })
}

function idsOf(batch: Wanted[], target: Target): string {
  return batch
    .filter((each) => each.target === target)
    .map(({ id }) => id)
    .join(',')
}
