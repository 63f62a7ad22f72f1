import { type Instead, replaceIn } from '../deletions/instead.ts'
import type { Comment } from './contract.ts'
import { type CommentPages, withoutComment } from './pages.ts'

/** Any data without a comment, as the server will have it: a stub in its discussion, gone elsewhere, and not counted. */
export function withoutDeleted(comment: Comment): Instead {
  const { id, post_id } = comment
  return (data) => {
    if (isDiscussion(data))
      return data.pages.some(({ items }) => items.some((each) => each.id === id && !each.is_deleted))
        ? withoutComment(data, comment)
        : data
    return replaceIn(data, (item) => {
      if (item.id === id || item.target_id === id) return undefined
      if (item.id !== post_id || typeof item.comment_count !== 'number') return item
      return { ...item, comment_count: Math.max(0, item.comment_count - 1) }
    })
  }
}

function isDiscussion(data: unknown): data is CommentPages {
  const [first] = (data as Partial<CommentPages> | undefined | null)?.pages ?? []
  return first?.items?.some((item) => 'answered' in item) === true
}
