import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { publishToMember } from '../../accounts/live/publish.server.ts'
import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { Sanction, Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { newId } from '../../platform/ids.ts'
import type { DecisionAction } from '../decision-actions.server.ts'
import { mayActOn } from '../policy.ts'
import { type ActionGrounds, recordAction } from '../record-action.server.ts'
import {
  endSanction,
  findSanctionMember,
  insertSanction,
  type LockedSanction,
  lockMemberWrites,
  lockSanction,
  type SanctionedMember,
} from './sql.server.ts'

interface NewSanction extends ActionGrounds {
  member_id: string
  kind: Sanction['kind']
  message: string
  per_day?: number | null | undefined
  ends_at: string | null
}

/** A new or ended sanction. Pass it to `announceSanction(context, acted)` after the commit. */
export interface SanctionResult {
  id: string
  action_id: string
  member_id: string
}

const ACTIONS = {
  warning: 'warn',
  approval: 'require_approval',
  rate_limit: 'rate_limit',
  suspension: 'suspend',
} as const

/**
 * Adds a sanction, logs it and notifies the member. Throws NOT_FOUND (deleted account) and FORBIDDEN (equal
 * or higher role, or the viewer). Locks the member's profile: after posts, before the log.
 */
export async function addSanction(
  trx: Transaction<DB>,
  viewer: Viewer,
  given: NewSanction,
): Promise<SanctionResult> {
  const { member_id, kind, message, per_day = null, ends_at, ...grounds } = given
  const member = await lockMemberWrites(trx, member_id)
  if (!member) throw new ORPCError('NOT_FOUND', { message: MEMBER_GONE })
  checkMayAct(viewer, member)
  const id = newId()
  const action_id = await recordAction(trx, {
    ...grounds,
    action: ACTIONS[kind],
    by: viewer,
    member_id,
    kind: 'member',
    target_id: member_id,
    ends_at,
    details: { message, ...(per_day !== null && { per_day }) },
  })
  await insertSanction(trx, { id, member_id, kind, message, per_day, ends_at, action_id })
  return { id, action_id, member_id }
}

/** Lifts a sanction. Throws NOT_FOUND and FORBIDDEN like addSanction, and CONFLICT if it has ended. */
export async function liftSanction(
  trx: Transaction<DB>,
  viewer: Viewer,
  id: string,
  { rule, reason, note }: ActionGrounds,
): Promise<SanctionResult> {
  const held = await lockSanctionWithMember(trx, { id })
  if (!held) throw new ORPCError('NOT_FOUND', { message: 'Sanction not found.' })
  checkMayAct(viewer, held.member)
  if (!held.is_in_force) throw new ORPCError('CONFLICT', { message: 'This sanction is no longer active.' })
  return endLockedSanction(trx, viewer, held, { rule, reason, note })
}

/** Locks a sanction and its member, whose concurrent writes then wait until the commit. */
export async function lockSanctionWithMember(
  trx: Transaction<DB>,
  by: { id: string } | { action_id: string },
): Promise<(LockedSanction & { member: SanctionedMember }) | undefined> {
  const found = await findSanctionMember(trx, by)
  const member = found && (await lockMemberWrites(trx, found.member_id))
  const held = found && (await lockSanction(trx, found.id))
  return held && member && { ...held, member }
}

/** Ends a locked sanction and logs this. Unlike liftSanction, also works for acknowledged warnings. */
export async function endLockedSanction(
  trx: Transaction<DB>,
  viewer: Viewer,
  held: LockedSanction,
  grounds: ActionGrounds,
): Promise<SanctionResult> {
  const { id, member_id } = held
  const action_id = await recordAction(trx, {
    ...grounds,
    action: 'lift',
    by: viewer,
    member_id,
    kind: 'member',
    target_id: member_id,
    reverts: held.action_id,
    details: { kind: held.kind },
  })
  await endSanction(trx, held)
  return { id, action_id, member_id }
}

/** Updates cached sessions and notifies the member. Call it after the commit. */
export function announceSanction(context: Context, { member_id }: SanctionResult): void {
  context.bus.publish(SESSIONS_CHANNEL, [member_id])
  invalidate(context, 'moderation-log')
  publishToMember(context, member_id, { type: 'notification' })
  publishToMember(context, member_id, { type: 'sanction' })
}

function checkMayAct(viewer: Viewer, member: SanctionedMember): void {
  if (!mayActOn(viewer, member)) throw new ORPCError('FORBIDDEN', { message: NOT_THEM })
}

const MEMBER_GONE = 'Member not found.'
const NOT_THEM = 'You can’t moderate yourself or someone with an equal or higher role.'

/** The actions of a moderator's decision that impose a sanction. */
export const sanctionDecisionActions = {
  suspend: sanctionBy('suspension'),
  rate_limit: sanctionBy('rate_limit'),
  require_approval: sanctionBy('approval'),
  warn: sanctionBy('warning'),
}

function sanctionBy(kind: Sanction['kind']): DecisionAction {
  return {
    kinds: ['post', 'comment', 'note', 'profile', 'message'],
    isAboutMember: true,
    act: async (
      trx,
      { viewer },
      { member_id, case_id, rule, reason, note, part_of },
      { message = '', per_day, days },
    ) => {
      if (!member_id)
        throw new ORPCError('CONFLICT', {
          message: 'The author deleted their account and can’t be notified.',
        })
      const grounds = { rule, reason, note, case_id, part_of }
      const sanction = { kind, message, per_day, ends_at: days ? inDays(days) : null }
      const acted = await addSanction(trx, viewer, { ...grounds, ...sanction, member_id })
      return { action_id: acted.action_id, afterCommit: (context) => announceSanction(context, acted) }
    },
  }
}

function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()
}
