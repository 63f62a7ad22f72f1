import { type Kysely, sql, type Transaction } from 'kysely'
import { invalidate } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import type { Role, Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../moderation/policy.ts'
import { recordAction } from '../moderation/record-action.server.ts'
import { findMemberId } from './sql.server.ts'
import { vouches as contract } from './vouch-contract.ts'

const { staff } = guards(contract)

/** What became of it: `action_id` where something was written, or was there. */
type Outcome = { action_id: string; isNew: boolean } | 'missing' | 'forbidden' | 'established'

export const vouches = {
  add: staff.add.handler(async ({ context, input, errors }) => {
    const done = await act(context, input.username, vouchFor)
    if (done === 'missing') throw errors.NOT_FOUND()
    if (done === 'forbidden') throw errors.FORBIDDEN()
    if (done === 'established') throw errors.CONFLICT()
    if (done.isNew) invalidate(context, 'moderation-log')
    return { action_id: done.action_id }
  }),

  remove: staff.remove.handler(async ({ context, input, errors }) => {
    const done = await act(context, input.username, withdrawVouch)
    if (done === 'forbidden') throw errors.FORBIDDEN()
    if (typeof done === 'string') throw errors.NOT_FOUND()
    invalidate(context, 'moderation-log')
    return { action_id: done.action_id }
  }),
}

/** In a transaction that holds the member's profile: before the log, as whoever sanctions somebody does. */
async function act(
  { db, viewer }: { db: Kysely<DB>; viewer: Viewer },
  username: string,
  what: (trx: Transaction<DB>, viewer: Viewer, member: Held) => Promise<Outcome>,
): Promise<Outcome> {
  const id = await findMemberId(db, username)
  if (!id) return 'missing'
  return db.transaction().execute(async (trx) => {
    const member = await holdMember(trx, id)
    if (!member) return 'missing'
    return mayActOn(viewer, member) ? what(trx, viewer, member) : 'forbidden'
  })
}

interface Held {
  id: string
  roles: Role[]
  is_established: boolean
  is_held: boolean
  /** The entry of the log. */
  vouch: string | null
}

async function holdMember(trx: Transaction<DB>, id: string): Promise<Held | undefined> {
  await sql`select from profiles where id = ${id} for no key update`.execute(trx)
  // A statement of its own: it sees what was committed while this one waited.
  const { rows } = await sql<Held>`
    select id, established_at is not null as is_established, held_until_established as is_held,
      vouch_in_force(id) as vouch, array(select role from user_roles where user_id = id) as roles
    from profiles where id = ${id}`.execute(trx)
  return rows[0]
}

async function vouchFor(trx: Transaction<DB>, viewer: Viewer, { id, ...was }: Held): Promise<Outcome> {
  if (was.vouch) return { action_id: was.vouch, isNew: false }
  if (was.is_established) return 'established'
  await sql`
    update profiles set established_at = now(), held_until_established = false where id = ${id}`.execute(trx)
  const details = was.is_held ? { is_held: true } : undefined
  const about = { member_id: id, kind: 'member', target_id: id, details } as const
  return { action_id: await recordAction(trx, { ...about, action: 'vouch', by: viewer }), isNew: true }
}

/** What they have earned by themselves since, or by a role, stays. */
async function withdrawVouch(
  trx: Transaction<DB>,
  viewer: Viewer,
  { id, vouch, roles }: Held,
): Promise<Outcome> {
  if (!vouch) return 'missing'
  if (roles.length === 0)
    await sql`
      update profiles p set established_at = null,
        held_until_established = coalesce((m.details ->> 'is_held')::boolean, false)
      from moderation_actions m, users u
      where p.id = ${id} and m.id = ${vouch} and u.id = p.id
        and not (u.email_verified and has_stood(p.id, p.new_since))`.execute(trx)
  const about = { member_id: id, kind: 'member', target_id: id, reverts: vouch } as const
  return {
    action_id: await recordAction(trx, { ...about, action: 'withdraw_vouch', by: viewer }),
    isNew: true,
  }
}
