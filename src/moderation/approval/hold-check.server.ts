import { type Kysely, sql } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { HoldReason, ReviewLevel, Submission } from './policy.ts'

export type HoldCheckContext = Pick<Context, 'config' | 'db' | 'siteSettings'> & { viewer: Viewer }

export interface HoldCheck {
  reasonsOf: (asked: HoldCheckContext, submission: Submission) => Promise<HoldReason[]>
  /** Returns which texts need approval, so that members can be informed while they write. */
  reviewOf: (asked: HoldCheckContext) => Promise<ReviewLevel>
  /** Deletes stored data about a text, such as its digest, if saving the text failed. */
  forget?: (asked: HoldCheckContext, submission: Submission) => Promise<void>
}

/** Requires approval for all texts of members under the sanction `approval`. */
export const requiredApproval: HoldCheck = {
  reasonsOf: async ({ db, viewer }) =>
    (await isUnderSanction(db, viewer.id, 'approval')) ? ['sanction'] : [],
  reviewOf: async ({ db, viewer }) => ((await isUnderSanction(db, viewer.id, 'approval')) ? 'all' : 'none'),
}

export async function isUnderSanction(
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
