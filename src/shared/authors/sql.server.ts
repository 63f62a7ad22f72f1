import { type RawBuilder, sql } from 'kysely'
import type { Author } from './contract.ts'

export interface AuthorRow {
  author_id: string | null
  username: string | null
  full_name: string | null
  avatar_url: string | null
}

export interface PresentAuthorRow extends AuthorRow {
  author_id: string
  username: string
}

/** Selects the author's columns in queries with `left join profiles a on a.id = p.author_id`. */
export const authorColumns: RawBuilder<AuthorRow> = sql`
  a.id as author_id, a.username, a.full_name, a.avatar_url`

export const authorNameSql: RawBuilder<string | null> = sql`coalesce(nullif(a.full_name, ''), a.username)`

/** Selects a member's public columns in queries with `from profiles p`. */
export const memberColumns: RawBuilder<Author> = sql`p.id, p.username, p.full_name, p.avatar_url`

export function toAuthor(row: PresentAuthorRow): Author
export function toAuthor(row: AuthorRow): Author | null
export function toAuthor({ author_id, username, full_name, avatar_url }: AuthorRow): Author | null {
  return author_id === null || username === null ? null : { id: author_id, username, full_name, avatar_url }
}

export function withAuthor<Row extends AuthorRow>(row: Row) {
  const { author_id, username, full_name, avatar_url, ...rest } = row
  return { ...rest, author: toAuthor({ author_id, username, full_name, avatar_url }) }
}
