import * as z from 'zod'
import { uuidTime } from '../../platform/ids.ts'

/** Among equals the newest id comes first, so nobody may take one from far ahead; clocks may be off by a day. */
const AHEAD_LIMIT = 24 * 60 * 60 * 1000

/** For what somebody creates: with an id of their own they can send it again when the answer was lost. */
export const senderIdSchema = z
  .uuidv7()
  .refine((id) => uuidTime(id) < Date.now() + AHEAD_LIMIT, 'The time in this id lies ahead.')
  .optional()
  .meta({
    description:
      'A UUIDv7 of your making. Sent again with the same id, as when an answer was lost, a create changes ' +
      'nothing and answers the same. CONFLICT if something else has this id.',
  })
