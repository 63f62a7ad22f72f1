import { type Kysely, sql } from 'kysely'
import { inTransaction } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import { recordActivity } from '../../people/activity/sql.server.ts'
import { notifyOfMentions } from '../../people/notifications/mentions.server.ts'
import { notifyOfNoteLike, notifyOfNoteReply } from '../../people/notifications/sql.server.ts'

interface NewNote {
  id?: string | undefined
  author_id: string
  parent_id: string | null
  content: string
}

interface LikeResult {
  likes_count: number
  parent_id: string | null
  has_changed: boolean
  notified_user_id: string | null
}

/** Inserts a note. A retry with the same id succeeds. Returns undefined if another note has the id. */
export async function insertNote(db: Kysely<DB>, note: NewNote) {
  const { id, ...rest } = note
  return inTransaction(db, async (trx) => {
    const made = await trx
      .insertInto('notes')
      .values({ ...(id && { id }), ...rest })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return { id: made.id, isNew: true, notified_user_ids: await record(trx, made.id, rest) }
    return id && (await isSame(trx, { id, ...rest }))
      ? { id, isNew: false, notified_user_ids: [] }
      : undefined
  })
}

/** Updates a note unless it was deleted in the meantime. Returns the newly mentioned members. */
export async function updateNote(db: Kysely<DB>, id: string, content: string): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const saved = await trx
      .updateTable('notes')
      .set({ content })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('removed_at', 'is', null)
      .returning('author_id')
      .executeTakeFirst()
    if (!saved?.author_id) return []
    return notifyOfMentions(trx, { content, author_id: saved.author_id, note_id: id })
  })
}

/** Deletes a note, or leaves a stub if others replied (db/schema/notes.sql). Returns ids of deleted notes. */
export async function deleteNote(db: Kysely<DB>, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select delete_note(${id}) as id`.execute(db)
  return rows.map((gone) => gone.id)
}

/** Adds or removes a like. Repeating it has no effect. Undefined if the note does not exist or is a stub. */
export async function setLike(db: Kysely<DB>, userId: string, noteId: string, wanted: boolean) {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Pick<LikeResult, 'parent_id' | 'likes_count'>>`
      select parent_id, likes_count from lock_note(${noteId}) where deleted_at is null and removed_at is null`.execute(
      trx,
    )
    const [note] = rows
    if (!note) return undefined
    const has_changed = await (wanted ? addLike : removeLike)(trx, userId, noteId)
    if (!has_changed) return { ...note, has_changed, notified_user_id: null }
    const notified_user_id = await notifyOfNoteLike(trx, noteId, userId, wanted)
    // The note is locked until the commit, so no other like can change the count meanwhile.
    return { ...note, likes_count: note.likes_count + (wanted ? 1 : -1), has_changed, notified_user_id }
  })
}

async function addLike(trx: Kysely<DB>, user_id: string, note_id: string): Promise<boolean> {
  const liked = await trx
    .insertInto('note_likes')
    .values({ user_id, note_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('note_id')
    .executeTakeFirst()
  return liked !== undefined
}

async function removeLike(trx: Kysely<DB>, userId: string, noteId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('note_likes')
    .where('note_id', '=', noteId)
    .where('user_id', '=', userId)
    .returning('note_id')
    .executeTakeFirst()
  return removed !== undefined
}

async function record(trx: Kysely<DB>, id: string, { author_id, parent_id, content }: NewNote) {
  await recordActivity(trx, {
    user_id: author_id,
    action: 'note_created',
    target_type: 'note',
    target_id: id,
    metadata: { is_reply: parent_id !== null },
  })
  const answered = parent_id && (await notifyOfNoteReply(trx, id))
  const mentioned = await notifyOfMentions(trx, { content, author_id, note_id: id })
  return answered ? [answered, ...mentioned] : mentioned
}

async function isSame(trx: Kysely<DB>, { parent_id, ...rest }: Required<NewNote>): Promise<boolean> {
  const same = await trx
    .selectFrom('notes')
    .select('id')
    .where((where) => where.and(rest as Record<string, string>))
    .where('parent_id', 'is not distinct from', parent_id)
    .executeTakeFirst()
  return same !== undefined
}
