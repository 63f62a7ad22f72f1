import { type Kysely, sql } from 'kysely'
import type { Role, Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../moderation/policy.ts'
import { recordAction } from '../moderation/record-action.server.ts'

interface Redaction {
  id: string
  /** “2. Be kind” */
  rule: string | undefined
  reason: string
  note: string
}

/**
 * Deletes the text of a version permanently and records the action. `gone`: no such version; `refused`: the author is the
 * moderator or has an equal or higher role; `done`: it is redacted already.
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
    const about = {
      action: 'redact',
      kind: 'revision',
      target_id: id,
      post_id,
      member_id: author_id,
    } as const
    const action_id = await recordAction(trx, { ...about, rule: rule ?? null, reason, note, by })
    await trx
      .updateTable('revisions')
      .set({ title: null, content: null, format: null, redaction_id: action_id, redacted_at: sql`now()` })
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

/** Locks the version until the end of the transaction. */
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
