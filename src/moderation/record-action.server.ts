import { ORPCError } from '@orpc/server'
import { type Kysely, sql } from 'kysely'
import { hasRole, type Viewer } from '../core/viewer.ts'
import type { DB, ModerationActions } from '../db/types.ts'

type Optional = 'post_id' | 'rule' | 'reason' | 'note' | 'reverts' | 'part_of' | 'case_id' | 'ends_at'

export interface ActionEntry extends Partial<Record<Optional, string | null | undefined>> {
  action: ModerationActions['action']
  /** The moderator who acts. Null means that the software acts automatically. */
  by: Viewer | null
  member_id: string | null
  kind: ModerationActions['kind']
  target_id: string | null
  /** Previous values as JSON, which only moderators can see. */
  details?: unknown
}

/** Grounds of an action: rule (such as “2. Be kind”), reason, note, and the case or action it belongs to. */
export type ActionGrounds = Pick<ActionEntry, 'rule' | 'reason' | 'note' | 'case_id' | 'part_of'>

/**
 * Adds an entry to the moderation log and returns its id. Call it late in a transaction, because it locks the
 * log until the commit (db/schema/moderation.sql). Before the log, locks the members, to avoid deadlocks.
 */
export async function recordAction(db: Kysely<DB>, entry: ActionEntry): Promise<string> {
  const { by } = entry
  const actedAs = by ? (hasRole(by, 'admin') ? 'admin' : 'moderator') : 'system'
  await sql`
    select from profiles where id in (${entry.member_id}, ${by?.id ?? null}) order by id for key share`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    insert into moderation_actions (action, acted_by, acted_as, member_id, kind, target_id, post_id, rule, reason, note,
      reverts, part_of, case_id, ends_at, details)
    values (${entry.action}, ${by?.id ?? null}, ${actedAs}, ${entry.member_id}, ${entry.kind}, ${entry.target_id},
      ${entry.post_id ?? null}, ${entry.rule ?? null}, ${entry.reason || null}, ${entry.note || null},
      ${entry.reverts ?? null}, ${entry.part_of ?? null}, ${entry.case_id ?? null}, ${entry.ends_at ?? null},
      ${entry.details === undefined ? null : JSON.stringify(entry.details)}::jsonb)
    returning id`.execute(db)
  return (rows[0] as { id: string }).id
}

/** Returns a rule as the log stores it, such as “2. Be kind”. Throws if there is no rule with the number. */
export async function findRuleLabel(db: Kysely<DB>, number: number | undefined): Promise<string | undefined> {
  if (number === undefined) return undefined
  const found = db.selectFrom('community_rules').select('title').where('number', '=', number)
  const rule = await found.executeTakeFirst()
  if (!rule)
    throw new ORPCError('BAD_REQUEST', { message: `There is no rule ${number}.`, data: { field: 'rule' } })
  return `${number}. ${rule.title}`
}
