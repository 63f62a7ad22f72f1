import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { NOTE_LIMIT } from './policy.ts'

export const noteConstraints: ConstraintErrors = {
  notes_content_check: [
    'BAD_REQUEST',
    `A note needs words, ${formatNumber(NOTE_LIMIT)} characters at most.`,
    'content',
  ],
  notes_parent_id_fkey: ['NOT_FOUND', 'The note to reply to is gone.', 'parent_id'],
  notes_reply_deleted: ['CONFLICT', 'A deleted note takes no replies.', 'parent_id'],
  notes_edit_removed: ['CONFLICT', 'A moderator removed this note. It cannot be edited.'],
  notes_reply_removed: ['CONFLICT', 'A removed note takes no replies.', 'parent_id'],
  note_likes_note_removed: ['NOT_FOUND', 'The note could not be found.'],
  notes_reply_depth: ['CONFLICT', 'Replies go one level deep.', 'parent_id'],
  notes_reply_to_itself: ['CONFLICT', 'A note is no reply to itself.', 'parent_id'],
}
