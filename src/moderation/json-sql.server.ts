import { type RawBuilder, sql } from 'kysely'
import type { Author } from '../shared/authors/contract.ts'

/** SQL for a member as JSON. It is null for a null id. */
export function memberJson(id: RawBuilder<unknown>): RawBuilder<Author | null> {
  // The alias is unusual, so that it cannot occur in the SQL of `id`.
  return sql`(
    select jsonb_build_object('id', json_member.id, 'username', json_member.username,
      'full_name', json_member.full_name, 'avatar_url', json_member.avatar_url)
    from profiles json_member where json_member.id = ${id})`
}

/** SQL that formats a time for JSON as ISO 8601 in UTC, with a Z instead of PostgreSQL's offset. */
export function jsonTime(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
