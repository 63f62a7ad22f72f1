import type { ConstraintErrors } from '../../api/core/errors.server.ts'

const MOST = 'These are more than a thousand people. Please remove some of them from your list first.'

/** The same message for a blocked member and for messages that are switched off. */
export const muteConstraints: ConstraintErrors = {
  blocks_most: ['CONFLICT', MOST],
  messages_to_blocked: ['FORBIDDEN', 'You have blocked this member.'],
  messages_unwanted: ['FORBIDDEN', 'You cannot write to this member.'],
  mutes_most: ['CONFLICT', MOST],
  notes_reply_blocked: ['FORBIDDEN', 'You cannot reply to this note.'],
  user_follows_blocked: ['FORBIDDEN', 'You cannot follow this member.'],
}
