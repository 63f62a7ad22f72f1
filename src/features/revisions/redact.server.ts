import { type Kysely, sql } from 'kysely'
import type { Role, Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../moderation/policy.ts'
import { recordAction } from '../moderation/record-action.server.ts'

interface Redaction {
  id: string
  /** As the log keeps it: “2. Be kind”. */
  rule: string | undefined
  reason: string
  note: string
}

/**
 * Takes the words of a version away, for good, and records who did it. `gone`: there is no such version; `refused`: of an
 * equal or higher role, or one's own; `done`: it has no words.
 */
export function redactRevision(
  db: Kysely<DB>,
  by: Viewer,
  { id, rule, reason, note }: Redaction,
): Promise<{ action_id: string; post_id: string } | 'gone' | 'refused' | 'done'> {
  return db.transaction().execute(async (trx) => {
    const held = await holdRevision(trx, id)
    if (!held) return 'gone'
    const { author_id, author_roles, post_id, is_redacted } = held
    if (!mayActOn(by, author_id === null ? null : { id: author_id, roles: author_roles })) return 'refused'
    if (is_redacted) return 'done'
    const about = { action: 'redact', kind: 'revision', target_id: id, post_id } as const
    const grounds = { rule: rule ?? null, reason, note }
    const action_id = await recordAction(trx, { ...about, ...grounds, by, member_id: author_id })
    const taken = { title: null, content: null, format: null, redaction_id: action_id }
    await trx
      .updateTable('revisions')
      .set({ ...taken, redacted_at: sql`now()` })
      .where('id', '=', id)
      .execute()
    return { action_id, post_id }
  })
}

interface Held {
  author_id: string | null
  author_roles: Role[]
  post_id: string
  is_redacted: boolean
}

/** Until the end of the transaction nobody else takes it away. Whose words they are, and where they stand. */
async function holdRevision(trx: Kysely<DB>, id: string): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    select item.author_id, item.post_id, r.redacted_at is not null as is_redacted,
      array(select role from user_roles where user_id = item.author_id) as author_roles
    from revisions r cross join lateral (
      select author_id, id as post_id from posts where id = r.post_id
      union all select author_id, post_id from comments where id = r.comment_id) as item
    where r.id = ${id} for update of r`.execute(trx)
  return rows[0]
}
