import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { removalOf } from '../../moderation/removal/sql.server.ts'
import { TAB_SIZE } from '../../people/profiles/policy.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import { isAfter, toPage } from '../../platform/keyset.server.ts'
import { type Cursor, type KeysetOrder, writeCursor } from '../../platform/keyset.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import type { Note } from './contract.ts'
import { NOTE_ORDERS, NOTE_PAGE, type NoteSort } from './policy.ts'

export type StoredNote = Omit<Note, 'content_html'>

interface NoteRow extends Omit<StoredNote, 'author' | 'is_deleted' | 'removal'>, AuthorRow {
  removal: NonNullable<Note['removal']> | null
  deleted_at: string | null
}

/** Lists top-level notes, sorted by time or likes. Among notes with equal likes, the newest come first. */
export async function listNotes(db: Kysely<DB>, sort: NoteSort, cursor: Cursor | undefined) {
  const page =
    sort === 'recent'
      ? sql`parent_id is null and removed_at is null and ${isAfter(cursor)} order by created_at desc, id desc`
      : sql`parent_id is null and removed_at is null and ${isAfter(cursor, { key: 'likes_count' })} order by likes_count desc, id desc`
  return pageOf(await readPage(db, page, NOTE_PAGE), NOTE_PAGE, NOTE_ORDERS[sort])
}

export async function listReplies(db: Kysely<DB>, noteId: string, cursor: Cursor | undefined) {
  const page = sql`parent_id = ${noteId} and ${isAfter(cursor)} order by created_at, id`
  return pageOf(await readPage(db, page, NOTE_PAGE), NOTE_PAGE, 'oldest')
}

/** Returns the cursor of a reply's page, null for the first page, undefined if there is no such reply. */
export async function findReplyPageStart(db: Kysely<DB>, noteId: string, replyId: string) {
  const { rows } = await sql<{ place: number }>`
    select count(*)::int as place from notes reply join notes earlier on earlier.parent_id = reply.parent_id
      and (earlier.created_at, earlier.id) < (reply.created_at, reply.id)
    where reply.id = ${replyId} and reply.parent_id = ${noteId} group by reply.id
    union all
    select 0 from notes where id = ${replyId} and parent_id = ${noteId}`.execute(db)
  const place = rows[0]?.place
  if (place === undefined) return undefined
  const before = place - (place % NOTE_PAGE)
  if (before === 0) return null
  const last = await sql<{ id: string; created_at: string }>`
    select id, created_at from notes where parent_id = ${noteId}
    order by created_at, id offset ${before - 1} limit 1`.execute(db)
  const [row] = last.rows
  return row ? writeCursor({ order: 'oldest', id: row.id, key: row.created_at }) : null
}

/** Lists a member's top-level notes, newest first. Returns undefined if the member does not exist. */
export async function listNotesOf(db: Kysely<DB>, username: string, cursor: Cursor | undefined) {
  const { rows } = await sql<NoteRow & { member_id: string }>`
    select member.id as member_id, ${columns} from ${memberIdByUsername(username)} as member
    left join lateral (
      select * from notes where author_id = member.id and parent_id is null and removed_at is null and ${isAfter(cursor)}
      order by created_at desc, id desc limit ${TAB_SIZE + 1}) as n on true
    left join profiles a on a.id = n.author_id
    order by n.created_at desc, n.id desc`.execute(db)
  const [first] = rows
  const found = rows.flatMap(({ member_id: _, ...row }) => (row.id === null ? [] : [row]))
  return first && { member_id: first.member_id, ...pageOf(found, TAB_SIZE, 'newest') }
}

/** Lists notes by followed members, newest first. Reads at most one page per followed member. */
export async function listNotesOfFollowed(db: Kysely<DB>, memberId: string, cursor: Cursor | undefined) {
  const newest = sql`order by created_at desc, id desc limit ${NOTE_PAGE + 1}`
  const { rows } = await sql<NoteRow>`
    with page as (
      select written.id, written.created_at from user_follows f cross join lateral (
        select id, created_at from notes
        where author_id = f.following_id and parent_id is null and removed_at is null and ${isAfter(cursor)} ${newest}) as written
      where f.follower_id = ${memberId} ${newest})
    select ${columns} from page join notes n on n.id = page.id left join profiles a on a.id = n.author_id
    order by n.created_at desc, n.id desc`.execute(db)
  return pageOf(rows, NOTE_PAGE, 'newest')
}

export async function findNote(db: Kysely<DB>, id: string): Promise<StoredNote | undefined> {
  const { rows } = await sql<NoteRow>`
    select ${columns} from notes n left join profiles a on a.id = n.author_id where n.id = ${id}`.execute(db)
  return rows[0] && toNote(rows[0])
}

/** Returns `author_id`, which is null if the author has left. Undefined if the note does not exist. */
export async function findNoteOwner(db: Kysely<DB>, id: string) {
  return db.selectFrom('notes').select('author_id').where('id', '=', id).executeTakeFirst()
}

async function readPage(db: Kysely<DB>, page: RawBuilder<unknown>, size: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    with page as (select id, row_number() over () as place from (
      select id from notes where ${page} limit ${size + 1}) as found)
    select ${columns} from page join notes n using (id) left join profiles a on a.id = n.author_id
    order by page.place`.execute(db)
  return rows
}

function pageOf(rows: NoteRow[], size: number, order: KeysetOrder) {
  return toPage(rows.map(toNote), size, ({ id, likes_count, created_at }) =>
    writeCursor({ order, id, key: order === 'top' ? likes_count : created_at }),
  )
}

const columns: RawBuilder<NoteRow> = sql`
  n.id, n.parent_id, n.content, n.likes_count, n.replies_count, n.created_at, n.updated_at,
  n.edited_at, n.deleted_at, ${removalOf(sql`n.removal_id`)} as removal, ${authorColumns}`

function toNote({ deleted_at, removal, ...row }: NoteRow): StoredNote {
  const note = { ...withAuthor(row), is_deleted: deleted_at !== null }
  if (!removal) return note
  // Omits the author of a removed note, because the moderation log doesn't name the author either.
  return { ...note, content: '', author: null, likes_count: 0, edited_at: null, is_deleted: true, removal }
}
