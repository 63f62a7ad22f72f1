import { type Kysely, sql } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { HoldReason, Submission } from './policy.ts'

export type Asked = Pick<Context, 'config' | 'db'> & { viewer: Viewer }

/** What may hold what a member sends. */
export interface HoldCheck {
  reasonsOf: (asked: Asked, submission: Submission) => Promise<HoldReason[]>
  /** In the transaction that holds something, for whatever reason: what has to be known of it later. */
  remember?: (trx: Kysely<DB>, asked: Asked, submission: Submission) => Promise<void>
}

const checks: HoldCheck[] = []

/** Declares who has reasons; done once, where the features join (router.server.ts). */
export function declareHoldChecks(...declared: HoldCheck[]): void {
  checks.push(...declared.filter((check) => !checks.includes(check)))
}

/** Why this waits for a moderator; nothing where it is published. */
export async function reasonsToHold(asked: Asked, submission: Submission): Promise<HoldReason[]> {
  const found = await Promise.all(checks.map(({ reasonsOf }) => reasonsOf(asked, submission)))
  return [...new Set(found.flat())]
}

export async function rememberHeld(trx: Kysely<DB>, asked: Asked, submission: Submission): Promise<void> {
  for (const { remember } of checks) await remember?.(trx, asked, submission)
}

/** A moderator asked for it. */
export const requiredApproval: HoldCheck = {
  reasonsOf: async ({ db, viewer }) => ((await isUnder(db, viewer.id, 'approval')) ? ['sanction'] : []),
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
