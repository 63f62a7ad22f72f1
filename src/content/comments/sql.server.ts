import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { removalOf } from '../../moderation/removal/sql.server.ts'
import { countFittingItems, RESPONSE_BYTES_MAX } from '../../platform/http/response-size.server.ts'
import { type AuthorRow, authorColumns, toAuthor } from '../../shared/authors/sql.server.ts'
import type { Comment } from './contract.ts'
import { type CommentCursor, microseconds, type ThreadPosition, writeCommentCursor } from './cursor.ts'
import { COMMENT_FRAME_BYTES, COMMENT_PAGE, type CommentSort, THREAD_PAGE } from './policy.ts'

export type StoredComment = Omit<Comment, 'content_html'>

interface CommentRow
  extends Omit<StoredComment, 'author' | 'answered' | 'is_deleted' | 'removal'>,
    AuthorRow {
  removal: NonNullable<Comment['removal']> | null
  deleted_at: string | null
  answered_id: string | null
  answered_author_id: string | null
  answered_username: string | null
  answered_name: string | null
}

interface ListInput {
  id: string
  sort?: CommentSort | undefined
  cursor?: CommentCursor | undefined
}

export interface CursorRow extends Pick<CommentRow, 'id' | 'parent_id' | 'created_at'> {
  root_at: string
  root_score: number
}

interface ListedRow extends CommentRow, CursorRow {
  more: boolean
  post_bytes: number
}

/** Returns a page of comments with their replies, or undefined if the post does not exist. */
export async function listComments(db: Kysely<DB>, { id: postId, sort = 'oldest', cursor }: ListInput) {
  const { rows } = await sql<ListedRow>`
    with ${commentPageSql(postId, sort, cursor)}
    select ${columns}, root_at, root_score, (select count(*) from roots) > ${THREAD_PAGE} as more,
      (select octet_length(content) from posts where id = ${postId}) as post_bytes
    from shown join comments c on c.id = comment_id ${people}
    order by place, is_reply, c.created_at, c.id limit ${COMMENT_PAGE + 1}`.execute(db)
  if (rows.length === 0 && !(await isPost(db, postId))) return undefined
  const postBytes = rows[0]?.post_bytes ?? 0
  const page = rows.slice(0, Math.min(COMMENT_PAGE, countFittingComments(rows, postBytes)))
  const nextAfter = (count: number) => {
    const last = page[count - 1]
    return last && (rows.length > count || last.more) ? cursorAfterComment(sort, last) : null
  }
  return { items: page.map(toComment), postBytes, nextAfter }
}

export function commentPageSql(
  postId: string,
  sort: CommentSort,
  cursor?: CommentCursor,
): RawBuilder<unknown> {
  return sql`
    roots as (
      select id, created_at, votes_score, row_number() over (order by ${ROOT_ORDER[sort]}) as place from comments
      where post_id = (select id from posts where id = ${postId} and removed_at is null) and parent_id is null and ${cursor ? BEGINNING[sort](cursor.root) : sql`true`}
      order by ${ROOT_ORDER[sort]} limit ${THREAD_PAGE + 1}
    ), shown as (
      select id as comment_id, place, created_at as root_at, votes_score as root_score, false as is_reply from roots
      where place <= ${THREAD_PAGE} and id is distinct from ${cursor?.root.id ?? null}::uuid
      union all
      select reply.id, place, roots.created_at, roots.votes_score, true from roots cross join lateral (
        select id from comments where parent_id = roots.id and ${behind(cursor)}
        order by created_at, id limit ${COMMENT_PAGE + 1}) as reply
      where place <= ${THREAD_PAGE}
    )`
}

export async function findComment(db: Kysely<DB>, id: string): Promise<StoredComment | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns} from comments c ${people} where c.id = ${id}`.execute(db)
  return rows[0] && toComment(rows[0])
}

/** Returns `author_id`, which is null if the author has left. Undefined if the comment does not exist. */
export async function findCommentOwner(db: Kysely<DB>, id: string) {
  const comment = db.selectFrom('comments').select(['author_id', 'removed_at']).where('id', '=', id)
  return comment.executeTakeFirst()
}

const ROOT_ORDER: Record<CommentSort, RawBuilder<unknown>> = {
  oldest: sql`created_at, id`,
  newest: sql`created_at desc, id desc`,
  // Has no index, because updating it on each vote would take more time than it saves readers.
  best: sql`votes_score desc, id`,
}

/** Selects the next page's threads, beginning with the previous page's last, which may have more replies. */
const BEGINNING: Record<CommentSort, (root: ThreadPosition) => RawBuilder<unknown>> = {
  oldest: (root) => sql`(created_at, id) >= (${timeOf(root)}, ${root.id}::uuid)`,
  newest: (root) => sql`(created_at, id) <= (${timeOf(root)}, ${root.id}::uuid)`,
  best: ({ key, id }) =>
    sql`(votes_score < ${key}::bigint or votes_score = ${key}::bigint and id >= ${id}::uuid)`,
}

function behind(cursor: CommentCursor | undefined): RawBuilder<unknown> {
  if (!cursor?.reply) return sql`true`
  const { root, reply } = cursor
  return sql`(parent_id <> ${root.id}::uuid or (created_at, id) > (${timeOf(reply)}, ${reply.id}::uuid))`
}

function timeOf({ key }: ThreadPosition): RawBuilder<unknown> {
  return sql`'epoch'::timestamptz + ${key}::bigint * interval '1 microsecond'`
}

export function cursorAfterComment(
  sort: CommentSort,
  { id, parent_id, created_at, root_at, root_score }: CursorRow,
): string {
  const root = { id: parent_id ?? id, key: sort === 'best' ? root_score : microseconds(root_at) }
  return writeCommentCursor({
    sort,
    root,
    reply: parent_id ? { id, key: microseconds(created_at) } : undefined,
  })
}

async function isPost(db: Kysely<DB>, id: string): Promise<boolean> {
  const post = db.selectFrom('posts').select('id').where('id', '=', id).where('removed_at', 'is', null)
  return (await post.executeTakeFirst()) !== undefined
}

/** Estimated size in bytes of a post page without post and comments: navigation, related posts, forms. */
const PAGE_FRAME_BYTES = 100_000
/** Bytes that rendering can add to a post: 10,000 `dir` attributes, 50 titled links, 1,000 code spans. */
const POST_GROWTH_BYTES = 200_000

/** Returns how many of the comments fit on the page below a post of `postBytes` bytes, at least one. */
export function countFittingComments(comments: readonly object[], postBytes: number): number {
  // Short plain-text posts grow the most: rendered quotations take 2.5 times their stored size.
  const post = postBytes + Math.min(POST_GROWTH_BYTES, 2.5 * postBytes)
  return countFittingItems(comments, RESPONSE_BYTES_MAX - PAGE_FRAME_BYTES - post, COMMENT_FRAME_BYTES)
}

const columns: RawBuilder<CommentRow> = sql`
  c.id, c.post_id, c.parent_id, c.content, c.votes_score, c.created_at, c.edited_at, c.deleted_at,
  array(select role from user_roles r where r.user_id = c.author_id order by role) as author_roles,
  ${removalOf(sql`c.removal_id`)} as removal,
  c.answered_id, aa.id as answered_author_id, aa.username as answered_username, aa.full_name as answered_name,
  ${authorColumns}`

const people = sql`
  left join profiles a on a.id = c.author_id
  left join comments answered on answered.id = c.answered_id left join profiles aa on aa.id = answered.author_id and answered.removed_at is null`

function toComment(row: CommentRow): StoredComment {
  if (row.removal) return toRemoved(row, row.removal)
  const { id, post_id, parent_id, author_roles, content, votes_score, created_at, edited_at } = row
  const author = toAuthor(row)
  const answered = row.answered_id === null ? null : { id: row.answered_id, author: answeredAuthor(row) }
  const is_deleted = row.deleted_at !== null
  const people = { author, author_roles, answered }
  return { id, post_id, parent_id, ...people, content, votes_score, is_deleted, created_at, edited_at }
}

/** Omits the author of a removed comment, because the moderation log doesn't name the author either. */
function toRemoved(
  { id, post_id, parent_id, created_at }: CommentRow,
  removal: NonNullable<Comment['removal']>,
): StoredComment {
  const nobody = { author: null, author_roles: [], answered: null }
  const empty = { content: '', votes_score: 0, edited_at: null, is_deleted: true }
  return { id, post_id, parent_id, ...nobody, ...empty, created_at, removal }
}

function answeredAuthor({ answered_author_id: id, answered_username: username, ...row }: CommentRow) {
  return id === null || username === null ? null : { id, username, full_name: row.answered_name }
}
