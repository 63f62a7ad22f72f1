import { sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Move } from './sql.server.ts'

/**
 * Updates everything that stores the post of a comment: notifications, mail, originals of removed comments, replies
 * that await approval, and reports. A notification of a followed discussion loses its key, because it is no longer
 * about that discussion.
 */
export async function moveReferences(trx: Transaction<DB>, { ids, from, to }: Move): Promise<void> {
  await sql`
    update notifications set post_id = ${to},
      dedupe_key = case when type = 'followed_post' then null else dedupe_key end
    where comment_id = any(${ids}::uuid[])`.execute(trx)
  await sql`
    update mail_items set post_id = ${to}, thread_id = ${to}
    where queued_at is null and comment_id = any(${ids}::uuid[])`.execute(trx)
  await sql`
    update push_items set post_id = ${to} where queued_at is null and comment_id = any(${ids}::uuid[])`.execute(
    trx,
  )
  await sql`
    update removed_content set content = jsonb_set(content, '{notifications}', coalesce((
      select jsonb_agg(each || jsonb_build_object('post_id', ${to}::uuid))
      from jsonb_array_elements(content -> 'notifications') as each), '[]'))
    where kind = 'comment' and id = any(${ids}::uuid[])`.execute(trx)
  const pending = await movePending(trx, { ids, from, to })
  await sql`
    update moderation_cases set snapshot = jsonb_set(snapshot, '{post_id}', to_jsonb(${to}::text))
    where kind = 'comment' and target_id = any(${[...ids, ...pending]}::uuid[]) and snapshot is not null`.execute(
    trx,
  )
  await sql`
    select record_webhook_events('comment.updated', array(
      select id from comments where id = any(${ids}::uuid[]) and deleted_at is null and removed_at is null))`.execute(
    trx,
  )
}

/** Moves the replies that await approval. Returns their ids. */
async function movePending(trx: Transaction<DB>, { ids, from, to }: Move): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update pending_content set payload = payload || jsonb_build_object('post_id', ${to}::uuid)
    where kind = 'comment' and payload ->> 'post_id' = ${from} and payload ->> 'parent_id' = any(${ids}::text[])
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Makes pending comments on a post, or replies to a comment, top-level comments on another post. */
export async function movePendingBelow(
  trx: Transaction<DB>,
  { post, parent, to }: { post: string; parent: string | null; to: string },
): Promise<void> {
  const place = { post_id: to, ...(parent && { parent_id: null, answered_id: null }) }
  await sql`
    with moved as (
      update pending_content set payload = payload || ${JSON.stringify(place)}::jsonb
      where kind = 'comment' and payload ->> 'post_id' = ${post}
        and (${parent}::text is null or payload ->> 'parent_id' = ${parent})
      returning case_id)
    update moderation_cases set snapshot = snapshot || jsonb_strip_nulls(${JSON.stringify({ post_id: to })}::jsonb)
    where id in (select case_id from moved) and snapshot is not null`.execute(trx)
}
