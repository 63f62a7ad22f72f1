import { type RawBuilder, sql } from 'kysely'
import { type AuthorRow, authorColumns, toAuthor } from '../../../shared/authors/sql.server.ts'
import { createPreview } from '../../../shared/markup/preview.ts'
import { postConceptsSql } from '../../concepts/sql.server.ts'
import type { PostSummary } from '../contract.ts'
import { PREVIEW_LENGTH } from '../policy.ts'

/** Maximum characters stored in `posts.opening` (db/schema/posts.sql). */
const OPENING_LENGTH = 250

type StoredSummary = Omit<
  PostSummary,
  'author' | 'preview' | 'title_highlight' | 'preview_highlight' | 'matches'
>

export interface SummaryRow extends AuthorRow, StoredSummary {
  opening: string
}

/** Columns for queries with `from posts p left join profiles a on a.id = p.author_id`. */
export const summaryColumns: RawBuilder<SummaryRow> = sql`
  p.id, p.title, p.votes_score, p.view_count, p.comment_count, p.is_pinned, p.created_at, p.edited_at,
  p.opening, ${authorColumns}, ${postConceptsSql} as concepts`

export function toSummary(row: SummaryRow): PostSummary {
  return {
    id: row.id,
    title: row.title,
    preview: createPreview(row.opening, PREVIEW_LENGTH, OPENING_LENGTH),
    author: toAuthor(row),
    concepts: row.concepts,
    votes_score: row.votes_score,
    view_count: row.view_count,
    comment_count: row.comment_count,
    is_pinned: row.is_pinned,
    created_at: row.created_at,
    edited_at: row.edited_at,
  }
}
