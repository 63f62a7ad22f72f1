import { oc } from '@orpc/contract'
import * as z from 'zod'
import { conceptSchema } from '../../content/concepts/contract.ts'
import { POST_CONCEPTS_MAX, TITLE_LIMIT } from '../../content/posts/policy.ts'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { logGrounds } from '../../moderation/inputs.ts'
import { readableName } from '../../platform/readable-name.ts'
import { isBlank, oneLine } from '../../platform/text.ts'

/** Allows cleaning up after a flood of posts, but not locking the whole forum with a stolen session. */
const MODERATION_RATE_LIMIT: RateLimit = {
  name: 'moderation of posts',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

/** Longest time in days after which a lock opens by itself. */
const LOCK_DAYS_MAX = 365
/** Limits of slow mode in seconds: a minute to a day. */
const SLOW_MODE_MIN = 60
const SLOW_MODE_MAX = 86_400

function isWithin(until: string, days: number): boolean {
  const wait = Date.parse(until) - Date.now()
  return wait > 0 && wait <= days * 86_400_000
}

const id = z.object({ id: z.uuid() })

const postModerationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  concepts: z.array(conceptSchema.pick({ id: true, name: true })),
  is_locked: z.boolean(),
  is_pinned: z.boolean(),
  locked_until: z.iso.datetime().nullable(),
  slow_mode_seconds: z.int().nullable(),
  duplicate_of: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  can: z.object({ lock: z.boolean(), pin: z.boolean(), classify: z.boolean(), mark_duplicate: z.boolean() }),
})

const NOT_FOUND = { NOT_FOUND: { message: 'The post could not be found.' } }
const target = id.extend(logGrounds)

function act(method: 'PUT' | 'DELETE', path: 'lock' | 'pin' | 'duplicate' | 'slow-mode', summary: string) {
  return rateLimited(MODERATION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({ method, path: `/posts/{id}/${path}`, summary })
}

/** Moderators and admins can lock, pin and classify posts. A request that changes nothing is not logged. */
export const postModerationContract = oc.tag('Moderation').router({
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/posts/{id}',
      summary: 'Get a post for moderators, with the viewer’s permissions',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  lock: act('PUT', 'lock', 'Lock a post: only moderators can comment')
    .input(
      target.extend({
        until: z.iso
          .datetime()
          .refine((until) => isWithin(until, LOCK_DAYS_MAX), `Choose a time within ${LOCK_DAYS_MAX} days.`)
          .optional()
          .meta({ description: 'The lock opens then by itself. Default: never' }),
      }),
    )
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  unlock: act('DELETE', 'lock', 'Unlock a post').input(target).errors(NOT_FOUND).output(postModerationSchema),
  slowDown: act('PUT', 'slow-mode', 'Limit how often each member can comment on a post')
    .input(
      target.extend({
        seconds: z
          .int()
          .min(SLOW_MODE_MIN)
          .max(SLOW_MODE_MAX)
          .meta({ description: 'Minimum seconds between two comments of a member' }),
      }),
    )
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  endSlowMode: act('DELETE', 'slow-mode', 'Turn off slow mode')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  pin: act('PUT', 'pin', 'Pin a post to the top')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  unpin: act('DELETE', 'pin', 'Unpin a post').input(target).errors(NOT_FOUND).output(postModerationSchema),
  classify: rateLimited(MODERATION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PATCH',
      path: '/posts/{id}/classification',
      summary: 'Change the title and concepts of a member’s post; the author is notified',
    })
    .input(
      target.extend({
        title: z
          .string()
          .overwrite(oneLine)
          .refine((title) => !isBlank(title), 'A title is required.')
          .max(TITLE_LIMIT, `A title can have at most ${TITLE_LIMIT} characters.`)
          .superRefine(readableName('A title'))
          .optional(),
        concepts: z
          .array(z.uuid())
          .max(POST_CONCEPTS_MAX, `A post can have at most ${POST_CONCEPTS_MAX} concepts.`)
          .optional()
          .meta({ description: 'IDs; the first is the main concept.' }),
      }),
    )
    .errors({ ...NOT_FOUND, FORBIDDEN: { message: 'You can’t edit this member’s content.' } })
    .output(postModerationSchema),
  markDuplicate: act('PUT', 'duplicate', 'Mark a post as a duplicate; it’s closed to new comments')
    .input(
      target.extend({
        of: z.uuid().meta({ description: 'ID of the original, which can’t be a duplicate itself' }),
      }),
    )
    .errors({ ...NOT_FOUND, CONFLICT: { message: 'A post can’t be a duplicate of itself.' } })
    .output(postModerationSchema),
  unmarkDuplicate: act('DELETE', 'duplicate', 'Unmark a post as a duplicate')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
})

export type PostModeration = z.infer<typeof postModerationSchema>
