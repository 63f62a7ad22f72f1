import { type Kysely, sql } from 'kysely'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { recordAction } from '../moderation/record-action.server.ts'

interface Lifting {
  /** The action that began it. */
  action_id: string
  member_id: string
  part_of?: string | null
  case_id?: string | null
}

/** Until the end of the transaction nobody else lifts it. Whether there is one that is not lifted. */
export async function holdSanction(trx: Kysely<DB>, actionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from sanctions where action_id = ${actionId} and lifted_at is null
    for no key update`.execute(trx)
  return rows.length > 0
}

/** Ends what an action began, as if it had never been ordered: of a warning, that it counts. After `holdSanction`. */
export async function liftSanction(trx: Kysely<DB>, by: Viewer, lifting: Lifting): Promise<string> {
  const { action_id, member_id, part_of = null, case_id = null } = lifting
  await sql`update sanctions set lifted_at = now() where action_id = ${action_id} and lifted_at is null`.execute(
    trx,
  )
  const target = { kind: 'member', target_id: member_id } as const
  return recordAction(trx, {
    action: 'lift',
    by,
    member_id,
    ...target,
    reverts: action_id,
    part_of,
    case_id,
  })
}
