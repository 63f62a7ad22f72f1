import type { Author } from './contract.ts'

/** The author's columns beside what they wrote; all null when the account is gone. */
export interface AuthorRow {
  author_id: string | null
  username: string | null
  full_name: string | null
  avatar_url: string | null
}

export function toAuthor(row: AuthorRow): Author | null {
  if (row.author_id === null || row.username === null) return null
  return { id: row.author_id, username: row.username, full_name: row.full_name, avatar_url: row.avatar_url }
}
