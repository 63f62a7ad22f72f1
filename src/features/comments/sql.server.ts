import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inTransaction, noteEditor } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { mentionNotices, notifyOfMentions } from '../notifications/mentions.server.ts'
import { type Cursor, microseconds, type ThreadPosition, writeCursor } from './cursor.ts'
import { countCommentsThatFit } from './page-bytes.server.ts'
import { COMMENT_PAGE, type CommentSort, THREAD_PAGE } from './policy.ts'
import { type CommentRow, columns, people, type StoredComment, toComment } from './row-sql.server.ts'

export interface NewComment {
  id?: string | undefined
  post_id: string
  parent_id: string | null
  answered_id: string | null
  author_id: string
  content: string
}

export interface Written {
  id: string
  /** False where it was sent before. */
  isNew: boolean
  notified_user_ids: string[]
}

interface ListInput {
  id: string
  sort?: CommentSort | undefined
  cursor?: Cursor | undefined
}

/** A comment, and the top-level comment that it is, or stands below. */
export interface CursorRow extends Pick<CommentRow, 'id' | 'parent_id' | 'created_at'> {
  root_at: string
  root_score: number
}

interface ListedRow extends CommentRow, CursorRow {
  more: boolean
  post_bytes: number
}

/** The comments of a post, each followed by its replies; undefined when there is no such post. */
export async function listComments(db: Kysely<DB>, { id: postId, sort = 'oldest', cursor }: ListInput) {
  const { rows } = await sql<ListedRow>`
    with ${pageOf(postId, sort, cursor)}
    select ${columns}, root_at, root_score, (select count(*) from roots) > ${THREAD_PAGE} as more,
      (select octet_length(content) from posts where id = ${postId}) as post_bytes
    from shown join comments c on c.id = comment_id ${people}
    order by place, is_reply, c.created_at, c.id limit ${COMMENT_PAGE + 1}`.execute(db)
  if (rows.length === 0 && !(await isPost(db, postId))) return undefined
  const postBytes = rows[0]?.post_bytes ?? 0
  const page = rows.slice(0, Math.min(COMMENT_PAGE, countCommentsThatFit(rows, postBytes)))
  /** The cursor behind the first `count` of the items. */
  const nextAfter = (count: number) => {
    const last = page[count - 1]
    return last && (rows.length > count || last.more) ? cursorBehind(sort, last) : null
  }
  return { items: page.map(toComment), postBytes, nextAfter }
}

/** The tables "roots" and "shown": which comments stand on a page. */
export function pageOf(postId: string, sort: CommentSort, cursor?: Cursor): RawBuilder<unknown> {
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

/** Who may change it; `null`: nobody can any more. Undefined when there is none. */
export async function findOwner(db: Kysely<DB>, id: string) {
  const comment = db.selectFrom('comments').select(['author_id', 'removed_at']).where('id', '=', id)
  return comment.executeTakeFirst()
}

/**
 * The id of the new comment and who is told of it. Asked a second time with the same id it answers it again if
 * everything is the same, else nothing: the primary key decides, so two at once make one comment.
 */
export async function insertComment(
  db: Kysely<DB>,
  { id, ...comment }: NewComment,
): Promise<Written | undefined> {
  const { post_id, parent_id, answered_id, author_id, content } = comment
  // With those whom it names, after the others, and last who follows the discussion: whoever is told of it for another
  // reason is told once.
  const mentioned = mentionNotices({ content, author_id, post_id, comment_id: sql`id` }) ?? sql`'{}'`
  const { rows } = await sql<{ id: string; notified_user_ids: string[] } | { id: null }>`
    with written as materialized (
      select * from write_comment(${id ?? null}, ${post_id}, ${parent_id}, ${answered_id}, ${author_id}, ${content}))
    select id, case when id is not null then told || ${mentioned} || array(select notify_post_followers(id)) end
      as notified_user_ids from written`.execute(db)
  if (rows[0]?.id) return { ...rows[0], isNew: true }
  return id && (await isSame(db, { id, ...comment }))
    ? { id, isNew: false, notified_user_ids: [] }
    : undefined
}

/** A comment deleted meanwhile stays what it is. Answers whom it names now and did not before. */
export async function updateComment(
  db: Kysely<DB>,
  editorId: string,
  { id, content }: Pick<StoredComment, 'id' | 'content'>,
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await noteEditor(trx, editorId)
    const saved = await trx
      .updateTable('comments')
      .set({ content })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('removed_at', 'is', null)
      .returning(['post_id', 'author_id'])
      .executeTakeFirst()
    if (!saved?.author_id) return []
    const { post_id, author_id } = saved
    return notifyOfMentions(trx, { content, author_id, post_id, comment_id: id })
  })
}

/**
 * With replies below it a stub stays, without words and author; the last reply takes a stub above it along, and the last
 * words of others a deleted post (0090_post_stubs.sql). The post's row is held first, as by whoever replies
 * (0006_comments.sql): nobody replies in between. Answers who deleted the post: what they wrote below it may go with it.
 */
export async function deleteComment(
  db: Kysely<DB>,
  { id, post_id, parent_id }: Pick<StoredComment, 'id' | 'post_id' | 'parent_id'>,
): Promise<string | null> {
  return inTransaction(db, async (trx) => {
    const post = trx.selectFrom('posts').select('deleted_by').where('id', '=', post_id)
    const held = await post.forNoKeyUpdate().executeTakeFirst()
    const reply = await trx.selectFrom('comments').select('id').where('parent_id', '=', id).limit(1).execute()
    if (reply.length > 0) await leaveStub(trx, id)
    else {
      await trx.deleteFrom('comments').where('id', '=', id).execute()
      if (parent_id) await deleteBareStub(trx, parent_id)
    }
    return held?.deleted_by ?? null
  })
}

async function leaveStub(trx: Kysely<DB>, id: string): Promise<void> {
  const stub = { deleted_at: sql<string>`now()`, content: '', author_id: null }
  await trx.updateTable('comments').set(stub).where('id', '=', id).where('deleted_at', 'is', null).execute()
}

/** What it answers may be gone since. */
async function isSame(db: Kysely<DB>, comment: Required<NewComment>): Promise<boolean> {
  const { parent_id, answered_id: _, ...rest } = comment
  const same = await db
    .selectFrom('comments')
    .select('id')
    .where((where) => where.and(rest))
    .where('parent_id', 'is not distinct from', parent_id)
    .executeTakeFirst()
  return same !== undefined
}

async function deleteBareStub(trx: Kysely<DB>, id: string): Promise<void> {
  await sql`
    delete from comments where id = ${id} and deleted_at is not null
      and not exists (select from comments reply where reply.parent_id = ${id})`.execute(trx)
}

const ROOT_ORDER: Record<CommentSort, RawBuilder<unknown>> = {
  oldest: sql`created_at, id`,
  newest: sql`created_at desc, id desc`,
  // Of the comments of one post: an index by score would cost each vote more than this sort costs a reader.
  best: sql`votes_score desc, id`,
}

/** From the thread on that the page before ended in: it may have more replies. */
const BEGINNING: Record<CommentSort, (root: ThreadPosition) => RawBuilder<unknown>> = {
  oldest: (root) => sql`(created_at, id) >= (${timeOf(root)}, ${root.id}::uuid)`,
  newest: (root) => sql`(created_at, id) <= (${timeOf(root)}, ${root.id}::uuid)`,
  best: ({ key, id }) =>
    sql`(votes_score < ${key}::bigint or votes_score = ${key}::bigint and id >= ${id}::uuid)`,
}

function behind(cursor: Cursor | undefined): RawBuilder<unknown> {
  if (!cursor?.reply) return sql`true`
  const { root, reply } = cursor
  return sql`(parent_id <> ${root.id}::uuid or (created_at, id) > (${timeOf(reply)}, ${reply.id}::uuid))`
}

function timeOf({ key }: ThreadPosition): RawBuilder<unknown> {
  return sql`'epoch'::timestamptz + ${key}::bigint * interval '1 microsecond'`
}

export function cursorBehind(
  sort: CommentSort,
  { id, parent_id, created_at, root_at, root_score }: CursorRow,
): string {
  const root = { id: parent_id ?? id, key: sort === 'best' ? root_score : microseconds(root_at) }
  return writeCursor({ sort, root, reply: parent_id ? { id, key: microseconds(created_at) } : undefined })
}

async function isPost(db: Kysely<DB>, id: string): Promise<boolean> {
  const post = db.selectFrom('posts').select('id').where('id', '=', id).where('removed_at', 'is', null)
  return (await post.executeTakeFirst()) !== undefined
}
