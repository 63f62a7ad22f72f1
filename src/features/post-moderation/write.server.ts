import type { Transaction } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import { noteEditor } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { mayActOn } from '../moderation/policy.ts'
import { type ActionEntry, recordAction } from '../moderation/record-action.server.ts'
import { updatePostIn } from '../posts/write/write-sql.server.ts'
import {
  findModeratedPost,
  holdPosts,
  type ModeratedPost,
  notifyOfClassification,
  setDuplicateOf,
  setLocked,
  setPinned,
} from './sql.server.ts'

interface Target {
  id: string
  reason: string
  note: string
}

interface Acting extends Pick<Context, 'db'> {
  viewer: Viewer
}

type Done = { post: ModeratedPost; before: ModeratedPost; hasChanged: boolean }
type Act = (post: ModeratedPost, trx: Transaction<DB>) => Promise<Partial<ActionEntry> | undefined>

/**
 * Does something with a post and writes it into the log, in one transaction. `act` answers what is to be written, or nothing
 * where all is as it was wanted. Undefined: there is no such post.
 */
async function moderate(
  { db, viewer }: Acting,
  { id, reason, note }: Target,
  act: Act,
  others: string[] = [],
): Promise<Done | undefined> {
  return db.transaction().execute(async (trx) => {
    // Before the post, as in every edit: it holds the editor's profile.
    await noteEditor(trx, viewer.id)
    await holdPosts(trx, [id, ...others])
    const before = await findModeratedPost(trx, id)
    if (!before) return undefined
    const entry = await act(before, trx)
    if (!entry?.action) return { post: before, before, hasChanged: false }
    const about = { member_id: before.author?.id ?? null, kind: 'post', target_id: id, post_id: id } as const
    await recordAction(trx, { by: viewer, ...about, reason, note, ...entry, action: entry.action })
    return { post: (await findModeratedPost(trx, id)) ?? before, before, hasChanged: true }
  })
}

export function lockPost(acting: Acting, target: Target, isLocked: boolean) {
  return moderate(acting, target, async (post, trx) => {
    if (post.is_locked === isLocked) return undefined
    await setLocked(trx, post.id, isLocked)
    return { action: isLocked ? 'lock' : 'unlock' }
  })
}

export function pinPost(acting: Acting, target: Target, isPinned: boolean) {
  return moderate(acting, target, async (post, trx) => {
    if (post.is_pinned === isPinned) return undefined
    await setPinned(trx, post.id, isPinned)
    return { action: isPinned ? 'pin' : 'unpin' }
  })
}

/** `original`: null takes it back. */
export function markDuplicate(acting: Acting, target: Target, original: string | null) {
  const act: Act = async (post, trx) => {
    if ((post.duplicate_of?.id ?? null) === original) return undefined
    await setDuplicateOf(trx, post.id, original)
    const details = { duplicate_of: original ?? post.duplicate_of?.id }
    return { action: original ? 'mark_duplicate' : 'unmark_duplicate', details }
  }
  return moderate(acting, target, act, original ? [original] : [])
}

interface Classification extends Target {
  title?: string | undefined
  categories?: string[] | undefined
}

/** Title and categories as one action, with what was there before. `forbidden`: its author stands too high, or is oneself. */
export async function classifyPost(
  acting: Acting,
  { title, categories, ...target }: Classification,
): Promise<Done | undefined | 'forbidden'> {
  let isForbidden = false
  const done = await moderate(acting, target, async (post, trx) => {
    isForbidden = !mayActOn(acting.viewer, post.author)
    if (isForbidden) return undefined
    const details = oldValues(post, { title, categories })
    if (!details) return undefined
    await updatePostIn(trx, acting.viewer.id, { id: post.id, title, category_ids: categories })
    if (post.author) await notifyOfClassification(trx, post.id, post.author.id)
    return { action: 'classify', details }
  })
  return isForbidden ? 'forbidden' : done
}

/** What was there of what is other now; nothing where all is the same. */
function oldValues(post: ModeratedPost, { title, categories }: Pick<Classification, 'title' | 'categories'>) {
  const ids = post.categories.map(({ id }) => id)
  const details = {
    ...(title !== undefined && title !== post.title && { title: post.title }),
    ...(categories && [...new Set(categories)].join() !== ids.join() && { categories: post.categories }),
  }
  return Object.keys(details).length > 0 ? details : undefined
}
