import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { readableName } from '../../platform/readable-name.ts'
import { isBlank, oneLine } from '../../platform/text.ts'
import { categorySchema } from '../categories/contract.ts'
import { NOTE_LIMIT, REASON_LIMIT } from '../moderation/policy.ts'
import { CATEGORY_LIMIT, TITLE_LIMIT } from '../posts/policy.ts'

/** A moderator tidies up after a flood; a stolen session shall not lock the forum before somebody sees it. */
const MODERATION_RATE_LIMIT: RateLimit = {
  name: 'moderation of posts',
  account: { times: 120, seconds: 600 },
  address: { times: 300, seconds: 600 },
}

const id = z.object({ id: z.uuid() })

/** On what ground. */
const grounds = {
  reason: z
    .string()
    .overwrite(oneLine)
    .max(REASON_LIMIT)
    .default('')
    .meta({ description: 'Public, in the log' }),
  note: z.string().trim().max(NOTE_LIMIT).default('').meta({ description: 'For moderators' }),
}

const postModerationSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  categories: z.array(categorySchema.pick({ id: true, name: true })),
  is_locked: z.boolean(),
  is_pinned: z.boolean(),
  duplicate_of: z.object({ id: z.uuid(), title: z.string() }).nullable(),
  can: z.object({ lock: z.boolean(), pin: z.boolean(), classify: z.boolean(), mark_duplicate: z.boolean() }),
})

const NOT_FOUND = { NOT_FOUND: { message: 'The post could not be found.' } }
const target = id.extend(grounds)

function act(method: 'PUT' | 'DELETE', path: 'lock' | 'pin' | 'duplicate', summary: string) {
  return rateLimited(MODERATION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({ method, path: `/posts/{id}/${path}`, summary })
}

/** For moderators and admins. What is so already is no action. */
export const postModeration = oc.tag('Moderation').router({
  read: oc
    .meta(byToken.moderate)
    .route({
      method: 'GET',
      path: '/moderation/posts/{id}',
      summary: 'A post as its moderators see it, and what the viewer may do with it',
    })
    .input(id)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  lock: act('PUT', 'lock', 'Take no new comments but those of moderators')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  unlock: act('DELETE', 'lock', 'Take comments again')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  pin: act('PUT', 'pin', 'Show a post before all others')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  unpin: act('DELETE', 'pin', 'Show a post where it belongs')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
  classify: rateLimited(MODERATION_RATE_LIMIT)
    .meta(byToken.moderate)
    .route({
      method: 'PATCH',
      path: '/posts/{id}/classification',
      summary: 'Change title and categories of somebody’s post; its author is told',
    })
    .input(
      target.extend({
        title: z
          .string()
          .overwrite(oneLine)
          .refine((title) => !isBlank(title), 'A title is needed.')
          .max(TITLE_LIMIT, `A title has at most ${TITLE_LIMIT} characters.`)
          .superRefine(readableName('A title'))
          .optional(),
        categories: z
          .array(z.uuid())
          .max(CATEGORY_LIMIT, `A post has at most ${CATEGORY_LIMIT} categories.`)
          .optional()
          .meta({ description: 'Ids; the first is the main one.' }),
      }),
    )
    .errors({ ...NOT_FOUND, FORBIDDEN: { message: 'You may not change what this member wrote.' } })
    .output(postModerationSchema),
  markDuplicate: act('PUT', 'duplicate', 'Name the post that asks the same; it takes no new comments then')
    .input(target.extend({ of: z.uuid().meta({ description: 'The original, no duplicate itself' }) }))
    .errors({ ...NOT_FOUND, CONFLICT: { message: 'A post is no duplicate of itself.' } })
    .output(postModerationSchema),
  unmarkDuplicate: act('DELETE', 'duplicate', 'Take it back that it is a duplicate')
    .input(target)
    .errors(NOT_FOUND)
    .output(postModerationSchema),
})

export type PostModeration = z.infer<typeof postModerationSchema>
