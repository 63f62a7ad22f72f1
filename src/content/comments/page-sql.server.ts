import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { COMMENT_PAGE, type CommentSort } from './policy.ts'
import { type CursorRow, commentPageSql, cursorAfterComment } from './sql.server.ts'

interface Place {
  id: string
  post_id: string
  sort?: CommentSort | undefined
}

interface PlaceRow extends CursorRow {
  root_id: string
  is_on_first_page: boolean
  replies_before: number
}

const REPLIES_ABOVE = 10

/**
 * Yields cursors of pages that may contain the comment, null for the first page. The last page always
 * contains it. Yields nothing if the comment doesn't exist.
 */
export async function* findPageStarts(
  db: Kysely<DB>,
  {
    id: post_id,
    comment_id: id,
    sort = 'oldest',
  }: { id: string; comment_id: string; sort?: CommentSort | undefined },
): AsyncGenerator<string | null> {
  const found = await findPlace(db, { id, post_id, sort })
  if (!found) return
  const cursor = async (before: RawBuilder<CursorRow>) => {
    const { rows } = await before.execute(db)
    return rows[0] ? cursorAfterComment(sort, rows[0]) : null
  }
  if (found.is_on_first_page) yield null
  // Minus 2, because the page also contains the top-level comment and the linked reply.
  if (found.replies_before <= COMMENT_PAGE - 2) yield cursor(lastOfThreadBefore(found, post_id, sort))
  if (found.replies_before > REPLIES_ABOVE) yield cursor(replyBefore(found, REPLIES_ABOVE))
  if (found.replies_before > 0) yield cursor(replyBefore(found, 0))
}

/** Finds the post to which a comment was moved, or which it became, if moderators moved comments from the post. */
export async function findMovedComment(
  db: Kysely<DB>,
  { id, comment_id }: { id: string; comment_id: string },
): Promise<{ id: string; title: string } | undefined> {
  const { rows } = await sql<{ id: string; title: string }>`
    select p.id, p.title from (select ${comment_id}::uuid as id) as item
    left join comments c on c.id = item.id
    join posts p on p.id = coalesce(c.post_id, item.id) and p.deleted_at is null and p.removed_at is null
    where p.id <> ${id} and exists (select from comment_moves where from_id = ${id})`.execute(db)
  return rows[0]
}

async function findPlace(db: Kysely<DB>, { id, post_id, sort = 'oldest' }: Place) {
  const { rows } = await sql<PlaceRow>`
    with ${commentPageSql(post_id, sort)}, first_page as (
      select comment_id from shown join comments c on c.id = comment_id
      order by place, is_reply, c.created_at, c.id limit ${COMMENT_PAGE})
    select c.id, c.parent_id, c.created_at, root.id as root_id, root.created_at as root_at, root.votes_score as root_score,
      exists (select from first_page where comment_id = c.id) as is_on_first_page,
      case when c.parent_id is null then 0 else (select count(*)::int from (
        select from comments where parent_id = root.id and (created_at, id) < (c.created_at, c.id)
        limit ${COMMENT_PAGE}) as earlier) end as replies_before
    from comments c join comments root on root.id = coalesce(c.parent_id, c.id)
    join posts on posts.id = c.post_id and posts.removed_at is null
    where c.id = ${id} and c.post_id = ${post_id}`.execute(db)
  return rows[0]
}

function replyBefore({ id, created_at, root_id, root_at, root_score }: PlaceRow, above: number) {
  return sql<CursorRow>`
    select id, parent_id, created_at, ${root_at}::text as root_at, ${root_score}::int as root_score from comments
    where parent_id = ${root_id} and (created_at, id) < (${created_at}::timestamptz, ${id}::uuid)
    order by created_at desc, id desc offset ${above} limit 1`
}

function lastOfThreadBefore(place: PlaceRow, postId: string, sort: CommentSort): RawBuilder<CursorRow> {
  return sql`
    select coalesce(reply.id, root.id) as id, reply.parent_id, coalesce(reply.created_at, root.created_at) as created_at,
      root.created_at as root_at, root.votes_score as root_score
    from (
      select id, created_at, votes_score from comments where post_id = ${postId} and parent_id is null
        and ${THREADS_BEFORE[sort](place)} limit 1) as root
    left join lateral (
      select id, parent_id, created_at from comments where parent_id = root.id
      order by created_at desc, id desc limit 1) as reply on true`
}

const THREADS_BEFORE: Record<CommentSort, (place: PlaceRow) => RawBuilder<unknown>> = {
  oldest: ({ root_at, root_id }) =>
    sql`(created_at, id) < (${root_at}::timestamptz, ${root_id}::uuid) order by created_at desc, id desc`,
  newest: ({ root_at, root_id }) =>
    sql`(created_at, id) > (${root_at}::timestamptz, ${root_id}::uuid) order by created_at, id`,
  best: ({ root_score, root_id }) => sql`
    (votes_score > ${root_score}::int or votes_score = ${root_score}::int and id < ${root_id}::uuid)
    order by votes_score, id desc`,
}
