import type { Viewer } from '../src/core/viewer.ts'
import { recordAction } from '../src/moderation/record-action.server.ts'
import type { World } from './world.ts'

/** From now on, a moderator must approve this member's content. `dates` changes when the sanction applies. */
export async function requireApproval(
  { db, people }: Pick<World, 'db' | 'people'>,
  member: Viewer,
  dates: { starts_at?: string; ends_at?: string; lifted_at?: string } = {},
): Promise<void> {
  const action_id = await recordAction(db, {
    action: 'require_approval',
    by: people.admin,
    member_id: member.id,
    kind: 'member',
    target_id: member.id,
    reason: 'To be looked at',
  })
  const sanction = {
    member_id: member.id,
    kind: 'approval',
    message: 'We look at it first.',
    action_id,
  } as const
  await db
    .insertInto('sanctions')
    .values({ ...sanction, ...dates })
    .execute()
}
