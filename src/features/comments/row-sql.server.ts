import { type RawBuilder, sql } from 'kysely'
import { type AuthorRow, authorColumns, toAuthor } from '../authors/sql.server.ts'
import { removalOf } from '../removal/sql.server.ts'
import type { Comment } from './contract.ts'

/** A comment as it is stored: what is shown of its words is made when it is read. */
export type StoredComment = Omit<Comment, 'content_html'>

export interface CommentRow
  extends Omit<StoredComment, 'author' | 'answered' | 'is_deleted' | 'removal'>,
    AuthorRow {
  removal: NonNullable<Comment['removal']> | null
  deleted_at: string | null
  answered_id: string | null
  answered_author_id: string | null
  answered_username: string | null
  answered_name: string | null
}

export const columns: RawBuilder<CommentRow> = sql`
  c.id, c.post_id, c.parent_id, c.content, c.votes_score, c.created_at, c.edited_at, c.deleted_at,
  array(select role from user_roles r where r.user_id = c.author_id order by role) as author_roles,
  ${removalOf(sql`c.removal_id`)} as removal,
  c.answered_id, aa.id as answered_author_id, aa.username as answered_username, aa.full_name as answered_name,
  ${authorColumns}`

/** For `from comments c`: who wrote the comment, and whom it answers. */
export const people = sql`
  left join profiles a on a.id = c.author_id
  left join comments answered on answered.id = c.answered_id left join profiles aa on aa.id = answered.author_id and answered.removed_at is null`

export function toComment(row: CommentRow): StoredComment {
  if (row.removal) return toRemoved(row, row.removal)
  const { id, post_id, parent_id, author_roles, content, votes_score, created_at, edited_at } = row
  const author = toAuthor(row)
  const answered = row.answered_id === null ? null : { id: row.answered_id, author: answeredAuthor(row) }
  const is_deleted = row.deleted_at !== null
  const people = { author, author_roles, answered }
  return { id, post_id, parent_id, ...people, content, votes_score, is_deleted, created_at, edited_at }
}

/** Whose it was is nobody's business: the log names nobody either. */
function toRemoved(
  { id, post_id, parent_id, created_at }: CommentRow,
  removal: NonNullable<Comment['removal']>,
): StoredComment {
  const nobody = { author: null, author_roles: [], answered: null }
  const empty = { content: '', votes_score: 0, edited_at: null, is_deleted: true }
  return { id, post_id, parent_id, ...nobody, ...empty, created_at, removal }
}

function answeredAuthor({ answered_author_id: id, answered_username: username, ...row }: CommentRow) {
  return id === null || username === null ? null : { id, username, full_name: row.answered_name }
}
