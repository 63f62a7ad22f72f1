import { sql, type Transaction } from 'kysely'
import { invalidate } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import type { Role, Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../../moderation/policy.ts'
import { recordAction } from '../../moderation/record-action.server.ts'
import { findMemberId } from './sql.server.ts'
import { vouchesContract as contract } from './vouch-contract.ts'

const { staff } = guards(contract)

export const vouchesProcedures = {
  add: staff.add.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const action_id = await db.transaction().execute(async (trx) => {
      const member = await holdMember(trx, viewer, input.username, errors)
      if (member.vouch) return member.vouch
      if (member.is_established) throw errors.CONFLICT()
      return vouchFor(trx, viewer, member)
    })
    invalidate(context, 'moderation-log')
    return { action_id }
  }),

  remove: staff.remove.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const action_id = await db.transaction().execute(async (trx) => {
      const { vouch, ...member } = await holdMember(trx, viewer, input.username, errors)
      if (!vouch) throw errors.NOT_FOUND()
      return withdrawVouch(trx, viewer, { ...member, vouch })
    })
    invalidate(context, 'moderation-log')
    return { action_id }
  }),
}

interface LockedMember {
  id: string
  roles: Role[]
  is_established: boolean
  is_held: boolean
  /** Id of the log entry of the current vouch, or null if nobody vouches for the member. */
  vouch: string | null
}

/** Locks the member's profile. The log must be locked later, as it is for sanctions, to avoid deadlocks. */
async function holdMember(
  trx: Transaction<DB>,
  viewer: Viewer,
  username: string,
  errors: Record<'NOT_FOUND' | 'FORBIDDEN', () => Error>,
): Promise<LockedMember> {
  const id = await findMemberId(trx, username)
  if (!id) throw errors.NOT_FOUND()
  await sql`select from profiles where id = ${id} for no key update`.execute(trx)
  // A separate statement sees changes that were committed while the first one waited for the lock.
  const { rows } = await sql<LockedMember>`
    select id, established_at is not null as is_established, held_until_established as is_held,
      current_vouch_id(id) as vouch, array(select role from user_roles where user_id = id) as roles
    from profiles where id = ${id}`.execute(trx)
  if (!rows[0]) throw errors.NOT_FOUND()
  if (!mayActOn(viewer, rows[0])) throw errors.FORBIDDEN()
  return rows[0]
}

async function vouchFor(
  trx: Transaction<DB>,
  viewer: Viewer,
  { id, is_held }: LockedMember,
): Promise<string> {
  await sql`
    update profiles set established_at = now(), held_until_established = false where id = ${id}`.execute(trx)
  const details = is_held ? { is_held } : undefined
  const about = { member_id: id, kind: 'member', target_id: id, details } as const
  return recordAction(trx, { ...about, action: 'vouch', by: viewer })
}

/** Withdraws a vouch. The member stays established if they have a role or enough lasting texts by now. */
async function withdrawVouch(
  trx: Transaction<DB>,
  viewer: Viewer,
  { id, vouch, roles }: LockedMember,
): Promise<string> {
  if (roles.length === 0)
    await sql`
      update profiles p set established_at = null,
        held_until_established = coalesce((m.details ->> 'is_held')::boolean, false)
      from moderation_actions m, users u
      where p.id = ${id} and m.id = ${vouch} and u.id = p.id
        and not (u.email_verified and has_stood(p.id, p.new_since))`.execute(trx)
  const about = { member_id: id, kind: 'member', target_id: id, reverts: vouch } as const
  return recordAction(trx, { ...about, action: 'withdraw_vouch', by: viewer })
}
