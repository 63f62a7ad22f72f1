import type { ConstraintErrors } from '../../api/core/errors.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { MESSAGE_LIMIT } from './policy.ts'

export const messageConstraints: ConstraintErrors = {
  messages_content_check: [
    'BAD_REQUEST',
    `A message needs words, ${formatNumber(MESSAGE_LIMIT)} characters at most.`,
    'content',
  ],
  messages_recipient_id_fkey: ['NOT_FOUND', 'The user profile could not be found'],
}
