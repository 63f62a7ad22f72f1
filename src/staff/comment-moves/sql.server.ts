import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import { MOVED_COMMENTS_MAX } from './contract.ts'

export interface MovablePost {
  id: string
  title: string
  content: string
  format: 'rich' | 'plain'
  author_id: string | null
  created_at: string
  updated_at: string
  edited_at: string | null
}

export interface MovableComment extends Omit<MovablePost, 'title' | 'format'> {
  parent_id: string | null
  /** False for removed comments and for stubs of deleted ones. */
  is_visible: boolean
}

/** Comments, and the posts that they leave and join. */
export interface Move {
  ids: string[]
  from: string
  to: string
}

/** Allows this transaction to move comments, also into locked posts, and to insert other members' texts. */
export async function beginMove(trx: Transaction<DB>): Promise<void> {
  await sql`
    select set_config('threshold.moves_comments', 'on', true), set_config('threshold.publishes_for_others', 'on', true)`.execute(
    trx,
  )
}

/**
 * Locks the open cases about a post and its comments, then the posts. FOR UPDATE also blocks new bookmarks and
 * follows, which a merge would otherwise lose.
 */
export async function lockForMove(trx: Transaction<DB>, from: string, posts: string[]): Promise<void> {
  await sql`
    select from moderation_cases
    where closed_at is null and target_id in (select ${from}::uuid union all select id from comments where post_id = ${from})
    order by id for no key update`.execute(trx)
  await sql`
    select from posts where id = any(${posts}::uuid[]) or duplicate_of = ${from} order by id for update`.execute(
    trx,
  )
}

/** Returns undefined for stubs and removed posts. */
export async function findMovablePost(trx: Transaction<DB>, id: string): Promise<MovablePost | undefined> {
  const { rows } = await sql<MovablePost>`
    select id, title, content, format, author_id, created_at, updated_at, edited_at from posts
    where id = ${id} and deleted_at is null and removed_at is null`.execute(trx)
  return rows[0]
}

/** Locks and returns comments with their replies, oldest first, or all comments of the post. One more than allowed. */
export async function lockComments(
  trx: Transaction<DB>,
  postId: string,
  ids: readonly string[] | 'all',
): Promise<MovableComment[]> {
  const chosen =
    ids === 'all' ? sql`true` : sql`(id = any(${ids}::uuid[]) or parent_id = any(${ids}::uuid[]))`
  const { rows } = await sql<MovableComment>`
    select id, parent_id, author_id, content, created_at, updated_at, edited_at,
      deleted_at is null and removed_at is null as is_visible
    from comments where post_id = ${postId} and ${chosen}
    order by created_at, id limit ${MOVED_COMMENTS_MAX + 1} for update`.execute(trx)
  return rows
}

/** Moves comments. A reply without its parent becomes a top-level comment. The posts must be locked. */
export async function moveComments(trx: Transaction<DB>, { ids, from, to }: Move): Promise<void> {
  const left = await sql<{ id: string }>`
    select distinct parent_id as id from comments where id = any(${ids}::uuid[]) and parent_id <> all(${ids}::uuid[])`.execute(
    trx,
  )
  const isThreadMoved = sql`parent_id = any(${ids}::uuid[])`
  await sql`
    update comments set post_id = ${to}, parent_id = case when ${isThreadMoved} then parent_id end,
      answered_id = case when ${isThreadMoved} then answered_id end
    where id = any(${ids}::uuid[])`.execute(trx)
  await sql`update comments set answered_id = null where answered_id = any(${ids}::uuid[]) and post_id = ${from}`.execute(
    trx,
  )
  await deleteBareStubs(
    trx,
    left.rows.map(({ id }) => id),
  )
  await sql`
    update posts set comment_count = counted.comments, last_comment_at = counted.latest
    from (
      select p.id, count(c.id) as comments, max(c.created_at) as latest
      from posts p left join comments c on c.post_id = p.id and c.deleted_at is null and c.removed_at is null
      where p.id in (${from}, ${to}) group by p.id) as counted
    where posts.id = counted.id`.execute(trx)
}

/** Deletes the stubs of deleted comments that have no replies any more. */
export async function deleteBareStubs(trx: Transaction<DB>, ids: string[]): Promise<void> {
  await sql`
    delete from comments stub where id = any(${ids}::uuid[]) and deleted_at is not null
      and not exists (select from comments reply where reply.parent_id = stub.id)`.execute(trx)
}

/** Copies bookmarks and follows to the post that another is merged into. A member who muted it does not follow it. */
export async function moveReaders(trx: Transaction<DB>, from: string, to: string): Promise<void> {
  await sql`
    insert into bookmarks (user_id, post_id, created_at)
    select user_id, ${to}, created_at from bookmarks where post_id = ${from} on conflict do nothing`.execute(
    trx,
  )
  await sql`
    insert into post_follows (follower_id, post_id, created_at)
    select follower_id, ${to}, created_at from post_follows f
    where post_id = ${from} and not exists (
      select from post_mutes m where m.member_id = f.follower_id and m.post_id = ${to})
    on conflict do nothing`.execute(trx)
}

/** Deletes a merged post, after all that refers to it was moved. Its duplicates become those of the other post. */
export async function deleteMergedPost(trx: Transaction<DB>, from: string, to: string): Promise<void> {
  await sql`update posts set duplicate_of = null where id = ${to} and duplicate_of = ${from}`.execute(trx)
  await sql`
    update posts set duplicate_of = (select coalesce(duplicate_of, id) from posts where id = ${to})
    where duplicate_of = ${from}`.execute(trx)
  await sql`delete from comment_moves where ${from}::uuid in (from_id, to_id) and ${to}::uuid in (from_id, to_id)`.execute(
    trx,
  )
  await sql`
    update comment_moves set from_id = case from_id when ${from} then ${to}::uuid else from_id end,
      to_id = case to_id when ${from} then ${to}::uuid else to_id end
    where ${from}::uuid in (from_id, to_id)`.execute(trx)
  await trx.deleteFrom('posts').where('id', '=', from).execute()
}
