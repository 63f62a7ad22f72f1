import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { findMentions, type MarkupSource } from '../../shared/markup/markup.server.ts'

interface MentioningText extends MarkupSource {
  author_id: string
  post_id?: string
  comment_id?: string
  note_id?: string
}

/** Notifies and returns mentioned members. Call it in the text's transaction, after other notifications. */
export async function notifyOfMentions(db: Kysely<DB>, text: MentioningText): Promise<string[]> {
  const names = findMentions(text)
  if (names.length === 0) return []
  const { author_id, post_id = null, comment_id = null, note_id = null } = text
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notify_of_mention(
      ${author_id}, ${names}::text[], ${post_id}, ${comment_id}, ${note_id}) as user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
