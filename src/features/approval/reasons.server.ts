import { type Kysely, sql } from 'kysely'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { HoldReason, Submission } from './policy.ts'

type ReasonSource = (db: Kysely<DB>, viewer: Viewer, submission: Submission) => Promise<HoldReason[]>

const sources: ReasonSource[] = []

/** Declares who has reasons; done once, where the features join (router.server.ts). */
export function declareHoldReasons(...declared: ReasonSource[]): void {
  sources.push(...declared.filter((source) => !sources.includes(source)))
}

/** Why this waits for a moderator; nothing where it is published. */
export async function reasonsToHold(
  db: Kysely<DB>,
  viewer: Viewer,
  submission: Submission,
): Promise<HoldReason[]> {
  const found = await Promise.all(sources.map((reasonsOf) => reasonsOf(db, viewer, submission)))
  return [...new Set(found.flat())]
}

/** A moderator asked for it. */
export async function requiredApproval(db: Kysely<DB>, viewer: Viewer): Promise<HoldReason[]> {
  return (await isUnder(db, viewer.id, 'approval')) ? ['sanction'] : []
}

/** Whether such a sanction is in force. */
export async function isUnder(
  db: Kysely<DB>,
  memberId: string,
  kind: 'approval' | 'suspension',
): Promise<boolean> {
  const { rows } = await sql`
    select from sanctions
    where member_id = ${memberId} and kind = ${kind} and lifted_at is null
      and starts_at <= now() and (ends_at is null or ends_at > now()) limit 1`.execute(db)
  return rows.length > 0
}
