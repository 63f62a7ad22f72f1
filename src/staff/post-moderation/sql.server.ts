import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { PostModeration } from './contract.ts'

export type ModeratedPost = Omit<PostModeration, 'can'> & {
  author: { id: string; roles: Role[] } | null
}

/** Finds a post to moderate. Returns undefined for stubs and removed posts. */
export async function findModeratedPost(db: Kysely<DB>, id: string): Promise<ModeratedPost | undefined> {
  const { rows } = await sql<ModeratedPost>`
    select p.id, p.title, is_locked(p) as is_locked, p.is_pinned,
      case when is_locked(p) then p.locked_until end as locked_until, p.slow_mode_seconds,
      (select json_build_object('id', o.id, 'title', o.title) from posts o where o.id = p.duplicate_of) as duplicate_of,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by pc.position), '[]')
        from post_concepts pc join concepts c on c.id = pc.concept_id where pc.post_id = p.id) as concepts,
      case when p.author_id is not null then json_build_object('id', p.author_id, 'roles',
        array(select role from user_roles where user_id = p.author_id)) end as author
    from posts p where p.id = ${id} and p.deleted_at is null and p.removed_at is null`.execute(db)
  return rows[0]
}

/** Locks posts in the order of their ids (db/schema/posts.sql). */
export async function lockPosts(trx: Transaction<DB>, ids: string[]): Promise<void> {
  await sql`select from posts where id = any(${ids}::uuid[]) order by id for no key update`.execute(trx)
}

export async function updatePostColumns(
  trx: Transaction<DB>,
  id: string,
  values: UpdateObject<DB, 'posts'>,
): Promise<void> {
  await trx.updateTable('posts').set(values).where('id', '=', id).execute()
}

/** Notifies the author of a changed title or concepts. A later change makes the same notification unread. */
export async function notifyOfClassification(
  trx: Transaction<DB>,
  postId: string,
  authorId: string,
): Promise<void> {
  await sql`
    insert into notifications (user_id, type, post_id, dedupe_key)
    values (${authorId}, 'post_classified', ${postId}, ${`post_classified:${postId}`})
    on conflict (user_id, dedupe_key) where dedupe_key is not null
    do update set is_read = false, created_at = now(), id = new_id()`.execute(trx)
}
