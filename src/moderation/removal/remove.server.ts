import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import type { PublicEvent } from '../../accounts/live/events.ts'
import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { enqueueQuietly } from '../../accounts/mail/jobs.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { updateSocialImage } from '../../shared/social-image-job.server.ts'
import type { DecisionAction } from '../decision-actions.server.ts'
import { mayActOn } from '../policy.ts'
import { type ActionGrounds, recordAction } from '../record-action.server.ts'
import { REMOVABLE, type Removable, type RemovalTarget } from './policy.ts'
import { collectRemovalEffects, findRemovalTags } from './removal-effects.server.ts'
import { applyAction, isAutomatic, isErased, type LockedContent, lockContent } from './sql.server.ts'

export type RemovalRequest = RemovalTarget & ActionGrounds

/** Effects of a removal. Pass them to `announceRemoval(context, acted)` after the commit. */
export interface RemovalResult {
  action_id: string
  tags: string[]
  events: PublicEvent[]
  /** Ids of members whose notifications changed. */
  notified: string[]
  /** Id of the post whose social image changed, or null. */
  post_id: string | null
}

/**
 * Removes the text of a post, comment or note and logs the action. If reports have hidden the content, it now
 * counts as removed by the viewer. Throws NOT_FOUND, FORBIDDEN (own content, or an author with an equal or
 * higher role) and CONFLICT (removed already).
 */
export async function removeContent(
  trx: Transaction<DB>,
  viewer: Viewer,
  removal: RemovalRequest,
): Promise<RemovalResult> {
  const held = await holdFor(trx, viewer, removal)
  if (!held.removal_id) return removeLockedContent(trx, viewer, removal, held)
  if (!(await isAutomatic(trx, held.removal_id)))
    throw new ORPCError('CONFLICT', { message: ALREADY_REMOVED })
  return removeLockedContent(trx, viewer, removal, held, 'confirm_removal')
}

/** Removes locked, visible content without checking permissions. `by` is null for an automatic action. */
export async function removeLockedContent(
  trx: Transaction<DB>,
  by: Viewer | null,
  removal: RemovalRequest,
  held: LockedContent,
  act: 'remove_content' | 'confirm_removal' = 'remove_content',
): Promise<RemovalResult> {
  const tags = await findRemovalTags(trx, removal, held)
  const action_id = await record(trx, by, 'remove', removal, held)
  await applyAction(trx, act, removal, action_id)
  return { action_id, tags, ...collectRemovalEffects(removal, held, 'remove') }
}

/** Restores removed content. Throws like removeContent, and CONFLICT if it isn't removed or was erased. */
export async function restoreContent(
  trx: Transaction<DB>,
  viewer: Viewer,
  removal: RemovalRequest,
): Promise<RemovalResult> {
  const { kind, id } = removal
  const held = await holdFor(trx, viewer, removal)
  if (!held.removal_id) throw new ORPCError('CONFLICT', { message: NOT_REMOVED })
  if (await isErased(trx, kind, id)) throw new ORPCError('CONFLICT', { message: ERASED })
  return restoreLockedContent(trx, viewer, removal, held)
}

/** Restores locked, removed content that has not been erased. Does not check permissions. */
export async function restoreLockedContent(
  trx: Transaction<DB>,
  by: Viewer | null,
  removal: RemovalRequest,
  held: LockedContent,
): Promise<RemovalResult> {
  const action_id = await record(trx, by, 'restore', removal, held)
  await applyAction(trx, 'restore_content', removal, action_id)
  return {
    action_id,
    tags: await findRemovalTags(trx, removal, held),
    ...collectRemovalEffects(removal, held, 'restore'),
  }
}

/**
 * Hides reported content automatically until a moderator decides. Returns undefined without hiding it if it
 * was deleted or removed, or if its author has left or has a role, because moderators decide those cases.
 */
export async function hideContent(
  trx: Transaction<DB>,
  hiding: RemovalTarget & { case_id: string },
): Promise<RemovalResult | undefined> {
  const { kind, id } = hiding
  const held = await lockContent(trx, kind, id)
  if (!held || held.removal_id || !held.author_id || held.author_roles.length > 0) return undefined
  return removeLockedContent(trx, null, { ...hiding, reason: HIDDEN_BY_REPORTS }, held)
}

/** Restores content hidden by reports. Returns undefined if it isn't hidden. Throws like restoreContent. */
export async function restoreHiddenContent(
  trx: Transaction<DB>,
  viewer: Viewer,
  thing: RemovalTarget & { case_id: string },
): Promise<RemovalResult | undefined> {
  const held = await lockContent(trx, thing.kind, thing.id)
  if (!held?.removal_id || !(await isAutomatic(trx, held.removal_id))) return undefined
  return restoreContent(trx, viewer, thing)
}

/** Invalidates caches and images, and notifies the author and open pages. Call it after the commit. */
export async function announceRemoval(
  context: Pick<Context, 'bus' | 'jobs' | 'log'>,
  { tags, events, notified, post_id }: RemovalResult,
): Promise<void> {
  invalidate(context, 'moderation-log', ...tags)
  for (const event of events) broadcast(context, event)
  for (const member of notified) publishToMember(context, member, { type: 'notification' })
  if (post_id) await enqueueQuietly(context, updateSocialImage, { post_id })
}

/** Public reason in the moderation log for content that was hidden automatically. */
export const HIDDEN_BY_REPORTS = 'Several members reported this. It’s hidden until a moderator reviews it.'
const ALREADY_REMOVED = 'This was already removed.'
const NOT_REMOVED = 'This isn’t removed.'
const ERASED = 'This was removed more than 90 days ago and permanently deleted, so it can’t be restored.'
const NOT_FOUND = 'Not found. It may have been deleted.'
const NOT_YOURS = 'You can’t moderate your own content or that of someone with an equal or higher role.'

/** Locks content that the viewer may moderate. Throws NOT_FOUND and FORBIDDEN. */
export async function holdFor(
  trx: Transaction<DB>,
  viewer: Viewer,
  { kind, id }: RemovalTarget,
): Promise<LockedContent> {
  const held = await lockContent(trx, kind, id)
  if (!held) throw new ORPCError('NOT_FOUND', { message: NOT_FOUND })
  const author = held.author_id === null ? null : { id: held.author_id, roles: held.author_roles }
  if (!mayActOn(viewer, author)) throw new ORPCError('FORBIDDEN', { message: NOT_YOURS })
  return held
}

function record(
  trx: Transaction<DB>,
  by: Viewer | null,
  action: 'remove' | 'restore',
  { kind, id, ...grounds }: RemovalRequest,
  { author_id, post_id, removal_id }: LockedContent,
): Promise<string> {
  const reverts = action === 'restore' ? removal_id : null
  return recordAction(trx, {
    ...grounds,
    action,
    by,
    member_id: author_id,
    kind,
    target_id: id,
    post_id,
    reverts,
  })
}

/** The action `remove` of a moderator's decision about a case. */
export const removeDecisionAction: DecisionAction = {
  kinds: REMOVABLE,
  sources: ['report', 'automatic'],
  hold: (trx, { kind, target_id }) => lockContent(trx, kind as Removable, target_id),
  act: async (trx, { viewer }, { kind, target_id, case_id, rule, reason, note, part_of }) => {
    const grounds = { case_id, rule, reason, note, part_of }
    const acted = await removeContent(trx, viewer, { kind: kind as Removable, id: target_id, ...grounds })
    return { action_id: acted.action_id, afterCommit: (context) => announceRemoval(context, acted) }
  },
}
