import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import { type Context, invalidate } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { enqueueQuietly } from '../accounts/mail/jobs.server.ts'
import type { PublicEvent } from '../live/events.ts'
import { broadcast, publishToMember } from '../live/publish.server.ts'
import type { DecisionAction } from '../moderation/decision-actions.server.ts'
import { mayActOn } from '../moderation/policy.ts'
import { type Grounds, recordAction } from '../moderation/record-action.server.ts'
import { updateSocialImage } from '../social/jobs.server.ts'
import { consequences, type Thing, tagsOf } from './consequences.server.ts'
import { REMOVABLE, type Removable } from './policy.ts'
import {
  confirmRemoval,
  type Held,
  holdContent,
  isAutomatic,
  isErased,
  removeContent,
  restoreContent,
} from './sql.server.ts'

export type Removal = Thing & Grounds

/** What has to follow the commit, whoever began the transaction: `announce(context, acted)`. */
export interface Acted {
  action_id: string
  tags: string[]
  events: PublicEvent[]
  /** Whose notifications are others now. */
  told: string[]
  /** Whose image is drawn anew, or erased. */
  post_id: string | null
}

/**
 * Moves the words of a thing out of its row and records who did it. What the forum has hidden by itself is from then on removed
 * by the viewer. Throws NOT_FOUND, FORBIDDEN (an equal or higher role, or oneself) and CONFLICT (removed already).
 */
export async function removeThing(trx: Transaction<DB>, viewer: Viewer, removal: Removal): Promise<Acted> {
  const { kind, id } = removal
  const held = await holdFor(trx, viewer, removal)
  if (!held.removal_id) return removeHeld(trx, viewer, removal, held)
  if (!(await isAutomatic(trx, held.removal_id)))
    throw new ORPCError('CONFLICT', { message: ALREADY_REMOVED })
  const tags = await tagsOf(trx, removal, held)
  const action_id = await record(trx, viewer, 'remove', removal, held)
  await confirmRemoval(trx, kind, id, action_id)
  return { action_id, tags, ...consequences(removal, held, 'remove') }
}

/** Of what stands and is held, by somebody who may, or by the forum itself. */
export async function removeHeld(
  trx: Transaction<DB>,
  by: Viewer | null,
  removal: Removal,
  held: Held,
): Promise<Acted> {
  const tags = await tagsOf(trx, removal, held)
  const action_id = await record(trx, by, 'remove', removal, held)
  await removeContent(trx, removal.kind, removal.id, action_id)
  return { action_id, tags, ...consequences(removal, held, 'remove') }
}

/**
 * The reverse. `rule` and `reason` say why. Throws as above: CONFLICT where it is not removed, or its words were erased.
 */
export async function restoreThing(trx: Transaction<DB>, viewer: Viewer, removal: Removal): Promise<Acted> {
  const { kind, id } = removal
  const held = await holdFor(trx, viewer, removal)
  if (!held.removal_id) throw new ORPCError('CONFLICT', { message: NOT_REMOVED })
  if (await isErased(trx, kind, id)) throw new ORPCError('CONFLICT', { message: ERASED })
  return restoreHeld(trx, viewer, removal, held)
}

/** Of what is removed, held, and not erased. */
export async function restoreHeld(
  trx: Transaction<DB>,
  by: Viewer | null,
  removal: Removal,
  held: Held,
): Promise<Acted> {
  const action_id = await record(trx, by, 'restore', removal, held)
  await restoreContent(trx, removal.kind, removal.id, action_id)
  return { action_id, tags: await tagsOf(trx, removal, held), ...consequences(removal, held, 'restore') }
}

/**
 * As the forum itself, for a case that many reports have made: until a moderator decides it. Nothing is done, and nothing
 * answered, about what is gone or removed, or of somebody with a role or who has left: that is for people.
 */
export async function hideThing(
  trx: Transaction<DB>,
  hiding: Thing & { case_id: string },
): Promise<Acted | undefined> {
  const { kind, id } = hiding
  const held = await holdContent(trx, kind, id)
  if (!held || held.removal_id || !held.author_id || held.author_roles.length > 0) return undefined
  return removeHeld(trx, null, { ...hiding, reason: HIDDEN }, held)
}

/** What the forum has hidden for a case comes back; nothing, and nothing is done, where it is not hidden. Throws as above. */
export async function restoreHidden(
  trx: Transaction<DB>,
  viewer: Viewer,
  thing: Thing & { case_id: string },
): Promise<Acted | undefined> {
  const held = await holdContent(trx, thing.kind, thing.id)
  if (!held?.removal_id || !(await isAutomatic(trx, held.removal_id))) return undefined
  return restoreThing(trx, viewer, thing)
}

/** After the commit: pages and images are made anew, and whoever has one open hears of it. */
export async function announce(
  context: Pick<Context, 'bus' | 'jobs' | 'log'>,
  { tags, events, told, post_id }: Acted,
): Promise<void> {
  invalidate(context, 'moderation-log', ...tags)
  for (const event of events) broadcast(context, event)
  for (const member of told) publishToMember(context, member, { type: 'notification' })
  if (post_id) await enqueueQuietly(context, updateSocialImage, { post_id })
}

/** To everybody, in the log. */
export const HIDDEN = 'Several members have reported it. It is hidden until a moderator has looked at it.'
const ALREADY_REMOVED = 'This is removed already.'
const NOT_REMOVED = 'This is not removed.'
const ERASED = 'This was removed more than 90 days ago, and its words are erased. It cannot be restored.'
const NOT_FOUND = 'This is gone, or never was.'
const NOT_YOURS = 'Nobody acts on their own words, or on those of an equal or higher role.'

async function holdFor(trx: Transaction<DB>, viewer: Viewer, { kind, id }: Thing): Promise<Held> {
  const held = await holdContent(trx, kind, id)
  if (!held) throw new ORPCError('NOT_FOUND', { message: NOT_FOUND })
  const author = held.author_id === null ? null : { id: held.author_id, roles: held.author_roles }
  if (!mayActOn(viewer, author)) throw new ORPCError('FORBIDDEN', { message: NOT_YOURS })
  return held
}

function record(
  trx: Transaction<DB>,
  by: Viewer | null,
  action: 'remove' | 'restore',
  { kind, id, ...grounds }: Removal,
  { author_id, post_id, removal_id }: Held,
): Promise<string> {
  const reverts = action === 'restore' ? removal_id : null
  return recordAction(trx, { ...grounds, action, by, member_id: author_id, kind, target_id: id, post_id, reverts })
}

/** The queue's action `remove`. */
export const removeReported: DecisionAction = {
  kinds: REMOVABLE,
  sources: ['report', 'automatic'],
  hold: (trx, { kind, target_id }) => holdContent(trx, kind as Removable, target_id),
  act: async (trx, viewer, { kind, target_id, case_id, rule, reason, note, part_of }) => {
    const grounds = { case_id, rule, reason, note, part_of }
    const acted = await removeThing(trx, viewer, { kind: kind as Removable, id: target_id, ...grounds })
    return { action_id: acted.action_id, afterCommit: (context) => announce(context, acted) }
  },
}
