import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Removal } from '../../moderation/removal/removal-schema.ts'
import { removalOf } from '../../moderation/removal/sql.server.ts'
import { type SummaryRow, summaryColumns } from './card/summary-sql.server.ts'
import type { Post, RelatedPost } from './contract.ts'
import { MOVED_TO_SIZE, RELATED_SIZE } from './policy.ts'

type StoredFields =
  | 'content'
  | 'format'
  | 'updated_at'
  | 'is_deleted'
  | 'is_locked'
  | 'locked_until'
  | 'slow_mode_seconds'
  | 'duplicate_of'
  | 'split_from'
  | 'moved_to'

interface PostRow extends SummaryRow, Pick<Post, StoredFields> {
  content_text: string
  removal: Removal | null
}

export async function findPost(db: Kysely<DB>, id: string): Promise<PostRow | undefined> {
  const { rows } = await sql<PostRow>`
    select ${summaryColumns}, p.content, p.content_text, p.format, p.updated_at,
      p.deleted_at is not null as is_deleted, ${removalOf(sql`p.removal_id`)} as removal,
      is_locked(p) or p.duplicate_of is not null as is_locked,
      case when is_locked(p) and p.duplicate_of is null then p.locked_until end as locked_until, p.slow_mode_seconds,
      case when o.id is not null then json_build_object('id', o.id, 'title', o.title) end as duplicate_of,
      (select json_build_object('id', s.id, 'title', s.title) from comment_moves m join posts s on s.id = m.from_id
        where m.to_id = p.id and m.kind = 'split' and s.deleted_at is null and s.removed_at is null limit 1) as split_from,
      (select coalesce(json_agg(json_build_object('id', t.id, 'title', t.title, 'comment_count', m.comment_count)
          order by m.last), '[]')
        from (select to_id, sum(comment_count)::integer as comment_count, max(created_at) as last from comment_moves
          where from_id = p.id group by to_id order by last desc limit ${sql.lit(MOVED_TO_SIZE)}) m
        join posts t on t.id = m.to_id where t.deleted_at is null and t.removed_at is null) as moved_to
    from posts p left join profiles a on a.id = p.author_id left join posts o on o.id = p.duplicate_of
    where p.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the id of the post that a moderator merged this one into. */
export async function findMergedInto(db: Kysely<DB>, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ to_id: string }>`
    select to_id from comment_moves where from_id = ${id} and kind = 'merge'`.execute(db)
  return rows[0]?.to_id
}

/** Returns undefined for an unknown, deleted or removed post. */
export async function findPublicPost(
  db: Kysely<DB>,
  id: string,
): Promise<Pick<Post, 'id' | 'title'> | undefined> {
  return db
    .selectFrom('posts')
    .select(['id', 'title'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

type RelatedRow = { concept_id: string | null; author_id: string | null } & RelatedPost

/** Finds posts that share concepts and words, or else the concept's best. Undefined for an unknown post. */
export async function findRelated(db: Kysely<DB>, id: string) {
  const { rows } = await sql<RelatedRow>`
    select post.concept_id, p.id, p.title, p.votes_score, p.created_at, a.username as author_username, a.id as author_id
    from posts post
    left join lateral (
      select related_posts(post.id, ${sql.lit(RELATED_SIZE)}) as id where post.deleted_at is null
      union all
      (select post_id from post_rankings where scope = whole_forum() and post.deleted_at is not null
      order by votes_score desc, post_id desc limit ${sql.lit(RELATED_SIZE)})) as related on true
    left join posts p on p.id = related.id left join profiles a on a.id = p.author_id
    where post.id = ${id} and post.removed_at is null order by p.votes_score desc, p.id desc`.execute(db)
  if (!rows[0]) return undefined
  const items = rows.flatMap(({ concept_id: _, author_id: _author, ...post }) => (post.id ? [post] : []))
  const author_ids = rows.flatMap(({ author_id }) => author_id ?? [])
  return { concept_id: rows[0].concept_id, items, author_ids }
}

type Neighbour = Pick<Post, 'id' | 'title'>

/** Returns the previous and the next post by time, or undefined if the post does not exist. */
export async function findNeighbours(db: Kysely<DB>, id: string) {
  const { rows } = await sql<{ previous: Neighbour | null; next: Neighbour | null }>`
    select ${neighbour('<', 'desc')} as previous, ${neighbour('>', 'asc')} as next
    from posts post where post.id = ${id} and post.removed_at is null`.execute(db)
  return rows[0]
}

function neighbour(side: '<' | '>', direction: 'asc' | 'desc') {
  const [is, order] = [sql.raw(side), sql.raw(direction)]
  return sql`(
    select json_build_object('id', p.id, 'title', p.title) from (
      select post_id from post_rankings
      where scope = whole_forum() and (created_at, post_id) ${is} (post.created_at, post.id)
      order by created_at ${order}, post_id ${order} limit 1) beside
    join posts p on p.id = beside.post_id)`
}

/** Returns null if the author's account was deleted, and undefined if the post does not exist. */
export async function findAuthorId(db: Kysely<DB>, id: string): Promise<string | null | undefined> {
  const post = db.selectFrom('posts').select('author_id').where('id', '=', id).where('removed_at', 'is', null)
  return (await post.executeTakeFirst())?.author_id
}

export async function addViews(
  db: Kysely<DB>,
  day: string,
  views: ReadonlyMap<string, string>,
): Promise<void> {
  await sql`select add_visitor_views(${day}, ${[...views.keys()]}::uuid[], ${[...views.values()]}::uuid[])`.execute(
    db,
  )
}

/** Deletes the visitors of former days. They are pseudonyms of persons, and counting no longer needs them. */
export async function deleteFormerVisitors(db: Kysely<DB>): Promise<void> {
  await sql`delete from post_visitors where day < (now() at time zone 'utc')::date`.execute(db)
}

/** Statistics cover 90 days. Older views are personal data without a purpose, so they are deleted. */
const VIEWS_KEPT_DAYS = 90
/** Rows per delete statement, which takes a fraction of a second. */
const VIEWS_AT_ONCE = 5000

/** Deletes old views in batches. Finds them by id, because ids begin with the creation time. */
export async function deleteOldViews(db: Kysely<DB>): Promise<void> {
  const old = sql`
    delete from post_views where id in (
      select id from post_views where id < new_id(now() - make_interval(days => ${VIEWS_KEPT_DAYS}))
      order by id limit ${VIEWS_AT_ONCE})`
  while (Number((await old.execute(db)).numAffectedRows) === VIEWS_AT_ONCE);
}

/** Stores a member's view of a post. The column `ip_address` always stays null. */
export async function recordView(
  db: Kysely<DB>,
  view: { post_id: string; user_id: string; user_agent: string | null },
) {
  await db.insertInto('post_views').values(view).execute()
}
