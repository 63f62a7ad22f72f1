import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { mentionsOf, type Source } from '../markup/markup.server.ts'

interface Mentioning extends Source {
  author_id: string
  post_id?: string
  comment_id?: string | RawBuilder<string>
  note_id?: string
}

/** Call in the transaction that saves the text, after other notifications. Returns the members to publish to. */
export async function notifyOfMentions(db: Kysely<DB>, text: Mentioning): Promise<string[]> {
  const notices = mentionNotices(text)
  if (!notices) return []
  const { rows } = await sql<{ notified_user_ids: string[] }>`
    select ${notices} as notified_user_ids`.execute(db)
  return rows[0]?.notified_user_ids ?? []
}

/** The same as an expression for the statement that saves the text. Undefined without mentions. */
export function mentionNotices(text: Mentioning): RawBuilder<string[]> | undefined {
  const names = mentionsOf(text)
  if (names.length === 0) return undefined
  const { author_id, post_id = null, comment_id = null, note_id = null } = text
  return sql`array(select notify_of_mentions(
    ${author_id}::uuid, ${names}::text[], ${post_id}::uuid, ${comment_id}::uuid, ${note_id}::uuid))`
}
