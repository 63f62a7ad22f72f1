import type { Kysely } from 'kysely'
import { broadcast, publishToMember } from '../../accounts/live/publish.server.ts'
import { type Context, invalidate } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { Publication, SubmissionDraft } from '../../moderation/approval/publishers.server.ts'
import type { Note } from './contract.ts'
import { findNote, type StoredNote } from './sql.server.ts'
import { insertNote } from './write-sql.server.ts'

type NotePayload = { parent_id: string | null; content: string }

export async function publishNote(db: Kysely<DB>, draft: SubmissionDraft): Promise<Publication | undefined> {
  const { id, author_id } = draft
  const { parent_id, content } = draft.payload as NotePayload
  const saved = await insertNote(db, { id, author_id, parent_id, content })
  const announce = async (context: Context) => {
    const note = saved?.isNew ? await findNote(context.db, saved.id) : undefined
    // On a retry, `note` is undefined, so it is not announced again.
    if (note) broadcastNote(context, note, 'created')
    for (const reader of saved?.notified_user_ids ?? [])
      publishToMember(context, reader, { type: 'notification' })
  }
  return saved && { ...saved, announce }
}

export function broadcastNote(context: Context, note: StoredNote, act: 'created' | 'changed' | 'deleted') {
  const { id, parent_id } = note
  const author_id = note.author?.id ?? null
  invalidate(context, 'notes', 'activity', `note:${id}`, `note:${parent_id ?? id}`, `profile:${author_id}`)
  broadcast(context, { type: 'notes', act, id, author_id, parent_id })
}

export function toPendingNote(
  { id, username, full_name, avatar_url }: Viewer,
  written: Pick<Note, 'id' | 'parent_id' | 'content'>,
): Omit<Note, 'content_html'> {
  const now = new Date().toISOString()
  const counts = { likes_count: 0, replies_count: 0 }
  return {
    ...written,
    ...counts,
    author: { id, username, full_name, avatar_url },
    is_deleted: false,
    created_at: now,
    updated_at: now,
    edited_at: null,
  }
}
