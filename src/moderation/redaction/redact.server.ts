import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import type { PublicEvent } from '../../accounts/live/events.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { type ActionGrounds, recordAction } from '../record-action.server.ts'
import type { RemovalTarget } from '../removal/policy.ts'
import { findRemovalTags } from '../removal/removal-effects.server.ts'
import { holdFor, type RemovalResult } from '../removal/remove.server.ts'
import type { LockedContent } from '../removal/sql.server.ts'
import { redactPassage, redactQuotations, redactVersion } from './passage.ts'
import {
  beginRedaction,
  findRedactedOriginal,
  findRedactionTarget,
  forgetRedaction,
  listAffectedTexts,
  listUnchangedOriginals,
  recordRedaction,
  type StoredText,
  writeText,
} from './sql.server.ts'

type PassageRequest = RemovalTarget & ActionGrounds & { passage: string }

/**
 * Replaces a passage in a text, its earlier versions and quotations in the same discussion. Throws NOT_FOUND,
 * FORBIDDEN (like removeContent), CONFLICT (removed) and BAD_REQUEST (passage absent, or divided by formatting).
 */
export async function redactText(
  trx: Transaction<DB>,
  viewer: Viewer,
  { kind, id, passage, ...grounds }: PassageRequest,
): Promise<RemovalResult & { texts: number }> {
  const held = await holdFor(trx, viewer, { kind, id })
  if (held.removal_id) throw new ORPCError('CONFLICT', { message: REMOVED })
  const word = passage.split(/\s+/).reduce((longest, next) => (next.length > longest.length ? next : longest))
  const found = await listAffectedTexts(trx, { kind, id }, { postId: held.post_id, word })
  const texts = found.flatMap((original) => {
    const redacted = redactStored(original, passage, original.id === id)
    return redacted ? [{ original, redacted }] : []
  })
  const tags = await tagsOf(
    trx,
    { kind, id },
    held,
    texts.map(({ original }) => original),
  )
  await beginRedaction(trx)
  for (const { original, redacted } of texts) await writeText(trx, original, redacted)
  const { author_id, post_id } = held
  const about = { kind, target_id: id, member_id: author_id, post_id }
  const action_id = await recordAction(trx, { ...grounds, ...about, action: 'redact_passage', by: viewer })
  await recordRedaction(trx, { kind, id, author_id, post_id }, { action_id, passage, texts })
  return { action_id, texts: texts.length, tags, ...effectsOf({ kind, id }, held) }
}

/**
 * Restores a passage, also in quotations that have not changed since. Throws NOT_FOUND, FORBIDDEN and CONFLICT
 * (restored, erased, removed or changed since).
 */
export async function restorePassage(
  trx: Transaction<DB>,
  viewer: Viewer,
  { id: actionId, ...grounds }: ActionGrounds & { id: string },
): Promise<RemovalResult> {
  const target = await findRedactionTarget(trx, actionId)
  if (!target) throw new ORPCError('NOT_FOUND', { message: NO_REDACTION })
  const held = await holdFor(trx, viewer, target)
  if (!(await findRedactedOriginal(trx, actionId, target)))
    throw new ORPCError('CONFLICT', { message: ERASED })
  if (held.removal_id) throw new ORPCError('CONFLICT', { message: REMOVED })
  const originals = await listUnchangedOriginals(trx, actionId)
  if (!originals.some(({ id }) => id === target.id)) throw new ORPCError('CONFLICT', { message: CHANGED })
  await beginRedaction(trx)
  for (const original of originals) await writeText(trx, original, original)
  await forgetRedaction(trx, actionId)
  const { kind, id } = target
  const about = { kind, target_id: id, member_id: held.author_id, post_id: held.post_id, reverts: actionId }
  const action_id = await recordAction(trx, { ...grounds, ...about, action: 'restore_passage', by: viewer })
  return { action_id, tags: await tagsOf(trx, target, held, []), ...effectsOf(target, held) }
}

/** Whether the passage can be restored. Locks the text until the commit. */
export async function isPassageRestorable(trx: Transaction<DB>, viewer: Viewer, actionId: string) {
  const target = await findRedactionTarget(trx, actionId)
  if (!target) return false
  const held = await holdFor(trx, viewer, target).catch(() => undefined)
  if (!held || held.removal_id) return false
  return (await listUnchangedOriginals(trx, actionId)).some(({ id }) => id === target.id)
}

const REMOVED = 'This was removed by a moderator.'
const NO_REDACTION = 'Redaction not found.'
const ERASED = 'The passage was restored already, or permanently deleted after 90 days.'
const CHANGED = 'The text has changed since, so the passage can’t be restored.'
const ABSENT = 'The text doesn’t contain this passage. Copy it from the text.'
const SPLIT = 'Formatting or a new line divides this passage. Redact its parts one at a time.'

function redactStored(text: StoredText, passage: string, isTarget: boolean) {
  if (text.isQuotation) return redactQuotations(text, passage)
  if (!isTarget) return redactVersion(text, passage)
  const redacted = redactPassage(text, passage)
  if (!redacted || redacted === 'split')
    throw new ORPCError('BAD_REQUEST', { message: redacted ? SPLIT : ABSENT, data: { field: 'passage' } })
  return redacted
}

/** Returns the tags of responses that show the text, or quotations on the profiles of other members. */
async function tagsOf(trx: Transaction<DB>, target: RemovalTarget, held: LockedContent, texts: StoredText[]) {
  const authors = texts.flatMap(({ author_id }) => (author_id ? [`profile:${author_id}`] : []))
  return [...(await findRemovalTags(trx, target, held)), ...authors]
}

function effectsOf({ kind, id }: RemovalTarget, { author_id, post_id, parent_id }: LockedContent) {
  const events: PublicEvent[] = [
    post_id
      ? { type: 'comments', act: 'redacted', id, post_id }
      : { type: 'notes', act: 'changed', id, author_id: null, parent_id },
  ]
  return { events, notified: author_id ? [author_id] : [], post_id: kind === 'post' ? id : null }
}
