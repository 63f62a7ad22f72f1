import { type RawBuilder, sql } from 'kysely'
import type { PostSummary } from './contract.ts'
import { excerpt } from './excerpt.ts'
import { PREVIEW_LENGTH } from './policy.ts'

/** What `summaryColumns` gives; `toSummary` makes it what the contract says. */
export interface SummaryRow {
  id: string
  title: string
  opening: string
  author_id: string | null
  username: string | null
  full_name: string | null
  avatar_url: string | null
  categories: PostSummary['categories']
  votes_score: number
  view_count: number
  comment_count: number
  is_pinned: boolean
  created_at: string
  edited_at: string | null
}

/** The labels of a post `p` in their order, as JSON: lists need no statement of their own for them. */
export const categoriesOfPost: RawBuilder<PostSummary['categories']> = sql`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'color', c.color) order by pc.position), '[]')
  from post_categories pc join categories c on c.id = pc.category_id where pc.post_id = p.id)`

/** For `from posts p left join profiles a on a.id = p.author_id`. */
export const summaryColumns: RawBuilder<SummaryRow> = sql`
  p.id, p.title, p.votes_score, p.view_count, p.comment_count, p.is_pinned, p.created_at, p.edited_at,
  p.opening, a.id as author_id, a.username, a.full_name, a.avatar_url, ${categoriesOfPost} as categories`

export function toSummary(row: SummaryRow): PostSummary {
  return {
    id: row.id,
    title: row.title,
    preview: excerpt(row.opening, PREVIEW_LENGTH),
    author: authorOf(row),
    categories: row.categories,
    votes_score: row.votes_score,
    view_count: row.view_count,
    comment_count: row.comment_count,
    is_pinned: row.is_pinned,
    created_at: row.created_at,
    edited_at: row.edited_at,
  }
}

export function authorOf(row: Pick<SummaryRow, 'author_id' | 'username' | 'full_name' | 'avatar_url'>) {
  if (row.author_id === null || row.username === null) return null
  return { id: row.author_id, username: row.username, full_name: row.full_name, avatar_url: row.avatar_url }
}
