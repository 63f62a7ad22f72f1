import type { InfiniteData } from '@tanstack/react-query'
import { type QueryDataTransform, replaceItems } from '../../shared/deletions/query-data-transform.ts'
import type { Comment } from './contract.ts'
import type { CommentSort } from './policy.ts'

interface CommentPage {
  items: Comment[]
  next: string | null
}

export type CommentPages = InfiniteData<CommentPage, string | undefined>

/** Replaces an edited comment. Inserts a new one last in its thread or list, or first if sorted by newest. */
export function withComment(pages: CommentPages, comment: Comment, sort?: CommentSort): CommentPages {
  const known = pages.pages.some(({ items }) => items.some(({ id }) => id === comment.id))
  if (known) return changed(pages, (items) => items.map((item) => (item.id === comment.id ? comment : item)))
  if (sort === 'newest' && !comment.parent_id)
    return changed(pages, (items, index) => (index === 0 ? [comment, ...items] : items))
  const page = comment.parent_id
    ? pages.pages.findLastIndex(({ items }) => items.some((item) => isOfThread(item, comment.parent_id)))
    : pages.pages.length - 1
  return changed(pages, (items, index) => (index === page ? [...items, comment] : items))
}

/** Removes a comment, or leaves a stub if it has replies. Removing the last reply also removes its stub. */
export function withoutComment(pages: CommentPages, { id, parent_id }: Comment): CommentPages {
  const all = pages.pages.flatMap(({ items }) => items)
  if (all.some((item) => item.parent_id === id))
    return changed(pages, (items) => items.map((item) => (item.id === id ? stubOf(item) : item)))
  const isLastReply = !all.some((item) => item.parent_id === parent_id && item.id !== id)
  const isBareStub = (item: Comment) => item.id === parent_id && item.is_deleted && isLastReply
  return changed(pages, (items) => items.filter((item) => item.id !== id && !isBareStub(item)))
}

export function withScores(pages: CommentPages, scores: Record<string, number>): CommentPages {
  return changed(pages, (items) =>
    items.map((item) => {
      const votes_score = scores[item.id] ?? item.votes_score
      return votes_score === item.votes_score ? item : { ...item, votes_score }
    }),
  )
}

function isOfThread({ id, parent_id }: Comment, rootId: string | null): boolean {
  return id === rootId || parent_id === rootId
}

function stubOf(comment: Comment): Comment {
  return {
    ...comment,
    content: '',
    author: null,
    author_roles: [],
    votes_score: 0,
    is_deleted: true,
    edited_at: null,
  }
}

function changed(pages: CommentPages, change: (items: Comment[], page: number) => Comment[]): CommentPages {
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
  }
}

/** Removes a deleted comment from cached lists and counts. In its discussion, a stub may replace it. */
export function withoutDeletedComment(comment: Comment): QueryDataTransform {
  const { id, post_id } = comment
  return (data) => {
    if (isDiscussion(data))
      return data.pages.some(({ items }) => items.some((each) => each.id === id && !each.is_deleted))
        ? withoutComment(data, comment)
        : data
    return replaceItems(data, (item) => {
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
