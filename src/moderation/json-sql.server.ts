import { type RawBuilder, sql } from 'kysely'
import type { Author } from '../shared/authors/contract.ts'

/** A member as JSON, or null for a null id. */
export function memberJson(id: RawBuilder<unknown>): RawBuilder<Author | null> {
  // Uses an alias that cannot occur in `id`.
  return sql`(
    select jsonb_build_object('id', json_member.id, 'username', json_member.username,
      'full_name', json_member.full_name, 'avatar_url', json_member.avatar_url)
    from profiles json_member where json_member.id = ${id})`
}

/** A time in JSON as ISO 8601 in UTC. PostgreSQL would write an offset. */
export function jsonTime(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
