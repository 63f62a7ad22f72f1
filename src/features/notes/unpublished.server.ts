import type { Viewer } from '../../api/core/viewer.ts'
import type { Note } from './contract.ts'

/** A note that awaits approval, as its author sees it. */
export function unpublished(
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
