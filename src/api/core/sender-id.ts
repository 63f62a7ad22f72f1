import * as z from 'zod'
import { uuidTime } from '../../platform/ids.ts'

/** Milliseconds. Refuses ids from the future, because items sort by id. Clocks may differ by a day. */
const AHEAD_LIMIT = 24 * 60 * 60 * 1000

/** Makes a create operation idempotent: the sender chooses the id and can repeat the request. */
export const senderIdSchema = z
  .uuidv7()
  .refine((id) => uuidTime(id) < Date.now() + AHEAD_LIMIT, 'The time in this id lies ahead.')
  .optional()
  .meta({
    description:
      'A UUIDv7 of your making. Sent again with the same id, as when an answer was lost, a create changes ' +
      'nothing and answers the same. CONFLICT if something else has this id.',
  })
