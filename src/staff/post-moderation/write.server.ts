import { ORPCError } from '@orpc/server'
import { sql, type Transaction } from 'kysely'
import { updatePostIn } from '../../content/posts/write/write-sql.server.ts'
import type { Context } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { setEditor } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../../moderation/policy.ts'
import { type ActionEntry, recordAction } from '../../moderation/record-action.server.ts'
import {
  findModeratedPost,
  lockPosts,
  type ModeratedPost,
  notifyOfClassification,
  updatePostColumns,
} from './sql.server.ts'

interface ModerationInput {
  id: string
  reason: string
  note: string
}

interface ModeratorContext extends Pick<Context, 'db'> {
  viewer: Viewer
}

interface ModerationResult {
  post: ModeratedPost
  before: ModeratedPost
  hasChanged: boolean
}

type ModerationStep = (post: ModeratedPost, trx: Transaction<DB>) => Promise<Partial<ActionEntry> | undefined>

/** Locks a post, runs `act` and logs the entry that `act` returns if it made a change. Throws NOT_FOUND. */
async function moderate(
  { db, viewer }: ModeratorContext,
  { id, reason, note }: ModerationInput,
  act: ModerationStep,
  others: string[] = [],
): Promise<ModerationResult> {
  return db.transaction().execute(async (trx) => {
    // Locks the editor's profile before the post, in the same order as edits.
    await setEditor(trx, viewer.id)
    await lockPosts(trx, [id, ...others])
    const before = await findModeratedPost(trx, id)
    if (!before) throw new ORPCError('NOT_FOUND', { message: 'The post could not be found.' })
    const entry = await act(before, trx)
    if (!entry?.action) return { post: before, before, hasChanged: false }
    const about = { member_id: before.author?.id ?? null, kind: 'post', target_id: id, post_id: id } as const
    await recordAction(trx, { by: viewer, ...about, reason, note, ...entry, action: entry.action })
    return { post: (await findModeratedPost(trx, id)) ?? before, before, hasChanged: true }
  })
}

/** Locks a post for good, or until a time. */
export function lockPost(
  acting: ModeratorContext,
  { until, ...target }: ModerationInput & { until?: string | undefined },
) {
  return moderate(acting, target, async (post, trx) => {
    if (post.is_locked && isSameTime(post.locked_until, until)) return undefined
    await updatePostColumns(trx, post.id, { locked_at: sql`now()`, locked_until: until ?? null })
    return { action: 'lock', ends_at: until }
  })
}

function isSameTime(one: string | null, other: string | undefined): boolean {
  return one && other ? Date.parse(one) === Date.parse(other) : !one && !other
}

export function unlockPost(acting: ModeratorContext, target: ModerationInput) {
  return moderate(acting, target, async (post, trx) => {
    if (!post.is_locked) return undefined
    await updatePostColumns(trx, post.id, { locked_at: null, locked_until: null })
    return { action: 'unlock' }
  })
}

/** Turns slow mode on, or off if `seconds` is null. */
export function setSlowMode(acting: ModeratorContext, target: ModerationInput, seconds: number | null) {
  return moderate(acting, target, async (post, trx) => {
    if (post.slow_mode_seconds === seconds) return undefined
    await updatePostColumns(trx, post.id, { slow_mode_seconds: seconds })
    const details = { slow_mode_seconds: seconds ?? post.slow_mode_seconds }
    return { action: seconds ? 'slow_down' : 'end_slow_mode', details }
  })
}

export function pinPost(acting: ModeratorContext, target: ModerationInput, isPinned: boolean) {
  return moderate(acting, target, async (post, trx) => {
    if (post.is_pinned === isPinned) return undefined
    await updatePostColumns(trx, post.id, { is_pinned: isPinned })
    return { action: isPinned ? 'pin' : 'unpin' }
  })
}

/** Marks a post as a duplicate of the post with the id `original`. Null removes the mark. */
export function markDuplicate(acting: ModeratorContext, target: ModerationInput, original: string | null) {
  const act: ModerationStep = async (post, trx) => {
    if ((post.duplicate_of?.id ?? null) === original) return undefined
    await updatePostColumns(trx, post.id, { duplicate_of: original })
    const details = { duplicate_of: original ?? post.duplicate_of?.id }
    return { action: original ? 'mark_duplicate' : 'unmark_duplicate', details }
  }
  return moderate(acting, target, act, original ? [original] : [])
}

interface Classification extends ModerationInput {
  title?: string | undefined
  concepts?: string[] | undefined
}

/** Changes title and concepts in one action. Throws FORBIDDEN unless the viewer may act on the author. */
export function classifyPost(acting: ModeratorContext, { title, concepts, ...target }: Classification) {
  return moderate(acting, target, async (post, trx) => {
    if (!mayActOn(acting.viewer, post.author))
      throw new ORPCError('FORBIDDEN', { message: 'You can’t edit this member’s content.' })
    const details = oldValues(post, { title, concepts })
    if (!details) return undefined
    await updatePostIn(trx, acting.viewer.id, { id: post.id, title, concept_ids: concepts })
    if (post.author) await notifyOfClassification(trx, post.id, post.author.id)
    return { action: 'classify', details }
  })
}

/** Returns the previous values of the changed fields, or undefined if nothing changes. */
function oldValues(post: ModeratedPost, { title, concepts }: Pick<Classification, 'title' | 'concepts'>) {
  const ids = post.concepts.map(({ id }) => id)
  const details = {
    ...(title !== undefined && title !== post.title && { title: post.title }),
    ...(concepts && [...new Set(concepts)].join() !== ids.join() && { concepts: post.concepts }),
  }
  return Object.keys(details).length > 0 ? details : undefined
}
