import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import { setEditor } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { recordAction } from '../../moderation/record-action.server.ts'
import { MOVED_COMMENTS_MAX } from './contract.ts'
import { mergeText, splitText } from './convert.server.ts'
import { notifyOfMove, recordMove } from './record-sql.server.ts'
import { movePendingBelow, moveReferences } from './references-sql.server.ts'
import {
  beginMove,
  deleteMergedPost,
  findMovablePost,
  lockComments,
  lockForMove,
  type MovableComment,
  type MovablePost,
  moveComments,
  moveReaders,
} from './sql.server.ts'

interface MoveInput {
  id: string
  reason: string
  note: string
}

type Selection = MoveInput & { comments: string[] }

interface Moderator extends Pick<Context, 'db'> {
  viewer: Viewer
}

export interface Moved {
  from: MovablePost
  to: Pick<MovablePost, 'id' | 'title' | 'author_id'>
  moved: MovableComment[]
  notified: string[]
}

/**
 * Makes a new post of comments. The first of them that is visible becomes its text, and its author the post's
 * author; replies to it become top-level comments. Followers of the former post do not follow the new one.
 * Throws NOT_FOUND and CONFLICT.
 */
export function splitPost(
  { db, viewer }: Moderator,
  input: Selection & { title: string; concepts: string[] },
) {
  return db.transaction().execute(async (trx): Promise<Moved> => {
    const { from, comments } = await hold(trx, viewer, input)
    const first = comments.find(({ is_visible }) => is_visible)
    if (!first) throw conflict('Select a comment that wasn’t removed or deleted.')
    const to = { id: first.id, title: input.title, author_id: first.author_id }
    const ids = idsOf(comments).filter((id) => id !== first.id)
    const move = { ids, from: from.id, to: to.id }
    await splitText(trx, first, input, async () => {
      await moveComments(trx, move)
      await moveReferences(trx, move)
      await movePendingBelow(trx, { post: from.id, parent: first.id, to: to.id })
    })
    const notified = await record(trx, { viewer, input, from, to, ids, comments, kind: 'split' })
    return { from, to, moved: comments, notified }
  })
}

/** Moves comments to another post, also a locked one. Throws NOT_FOUND and CONFLICT. */
export function moveToPost({ db, viewer }: Moderator, input: Selection & { to: string }) {
  return db.transaction().execute(async (trx): Promise<Moved> => {
    const { from, comments } = await hold(trx, viewer, input, input.to)
    const to = await findTarget(trx, input.to)
    const move = { ids: idsOf(comments), from: from.id, to: to.id }
    await moveComments(trx, move)
    await moveReferences(trx, move)
    const notified = await record(trx, { viewer, input, from, to, ids: move.ids, comments, kind: 'move' })
    return { from, to, moved: comments, notified }
  })
}

/**
 * Moves all comments, bookmarks and follows to another post, and makes the text a comment there, which keeps
 * its votes, versions and reports. Deletes the post, whose address then redirects. Throws NOT_FOUND and
 * CONFLICT.
 */
export function mergePost({ db, viewer }: Moderator, input: MoveInput & { to: string }) {
  return db.transaction().execute(async (trx): Promise<Moved> => {
    const { from, comments } = await hold(trx, viewer, { ...input, comments: 'all' }, input.to)
    const to = await findTarget(trx, input.to)
    const move = { ids: idsOf(comments), from: from.id, to: to.id }
    await moveComments(trx, move)
    await moveReferences(trx, move)
    await movePendingBelow(trx, { post: from.id, parent: null, to: to.id })
    await mergeText(trx, from, to.id, async () => {
      await moveReaders(trx, from.id, to.id)
      await deleteMergedPost(trx, from.id, to.id)
    })
    const notified = await record(trx, { viewer, input, from, to, ids: move.ids, comments, kind: 'merge' })
    return { from, to, moved: comments, notified }
  })
}

/** Locks the posts and comments. */
async function hold(
  trx: Transaction<DB>,
  viewer: Viewer,
  { id, comments }: { id: string; comments: string[] | 'all' },
  to?: string,
) {
  if (id === to) throw conflict('Choose another post.', 'to')
  await setEditor(trx, viewer.id)
  await lockForMove(trx, id, to ? [id, to] : [id])
  const from = await findMovablePost(trx, id)
  if (!from) throw new ORPCError('NOT_FOUND', { message: 'The post could not be found.' })
  const held = await lockComments(trx, id, comments)
  const ids = new Set(idsOf(held))
  if (held.length > MOVED_COMMENTS_MAX)
    throw conflict(`You can move at most ${MOVED_COMMENTS_MAX} comments at a time, including replies.`)
  if (comments !== 'all' && !comments.every((each) => ids.has(each)))
    throw conflict('Some of these comments are no longer on this post. Reload the page.')
  await beginMove(trx)
  return { from, comments: held }
}

async function findTarget(trx: Transaction<DB>, id: string): Promise<MovablePost> {
  const target = await findMovablePost(trx, id)
  if (!target) throw conflict('Post not found. It may have been deleted or removed.', 'to')
  return target
}

interface Entry {
  viewer: Viewer
  input: MoveInput
  from: MovablePost
  to: Moved['to']
  /** The moved comments that are still comments. */
  ids: string[]
  comments: MovableComment[]
  kind: keyof typeof ACTIONS
}

const ACTIONS = { split: 'split_comments', move: 'move_comments', merge: 'merge_post' } as const

/** Logs the action and notifies the authors. */
async function record(trx: Transaction<DB>, { viewer, input, from, to, ids, comments, kind }: Entry) {
  await recordMove(trx, { from: from.id, to: to.id, kind, count: comments.length })
  const author_id = { split: to.author_id, move: null, merge: from.author_id }[kind]
  const action_id = await recordAction(trx, {
    action: ACTIONS[kind],
    by: viewer,
    member_id: author_id,
    kind: 'post',
    target_id: from.id,
    post_id: to.id,
    reason: input.reason,
    note: input.note,
    details: { to: to.id, comments: idsOf(comments) },
  })
  const merged_id = kind === 'merge' ? from.id : undefined
  return notifyOfMove(trx, { ids, to: to.id, author_id, action_id, kind, merged_id, moderatorId: viewer.id })
}

const idsOf = (comments: readonly { id: string }[]) => comments.map(({ id }) => id)

function conflict(message: string, field?: string) {
  return new ORPCError('CONFLICT', { message, data: field ? { field } : undefined })
}
