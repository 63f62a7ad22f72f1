import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { CLAIMABLE_ACTIONS } from './policy.ts'

/** Number of lines in the feed of a guest and of a member (specification, section 9). */
export const VISITOR_ACTIVITY = 5
export const MEMBER_ACTIVITY = 10

/** Maximum number of people that a line names. Others are only counted. */
export const NAMED_PEOPLE_MAX = 2

export const activitySchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.uuid().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.iso.datetime(),
  profile: authorSchema.omit({ avatar_url: true }).nullable(),
})

/** One kind of action in a discussion, such as voting, by one or more people. */
const deedSchema = activitySchema
  .pick({ action: true, target_type: true, target_id: true, metadata: true })
  .extend({
    people: z
      .array(activitySchema.pick({ user_id: true, profile: true }))
      .min(1)
      .max(NAMED_PEOPLE_MAX)
      .meta({ description: 'The viewer first, then the most recent' }),
    people_count: z.int(),
    target_count: z.int().meta({ description: 'Number of targets, for example comments voted for' }),
  })

/** A line of the feed, about one discussion. `deeds` are the actions that its sentence mentions. */
const lineSchema = activitySchema.extend({ deeds: z.array(deedSchema).min(1).max(2) })

/** Allows more shares than anyone makes by hand. A limit is needed, because each share is stored. */
const SHARE_RATE_LIMIT: RateLimit = {
  name: 'shares',
  account: { times: 30, seconds: 600 },
  address: { times: 150, seconds: 600 },
}

export const activityContract = oc.tag('Activity').router({
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/activity', summary: 'List recent activity, one entry per discussion' })
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(MEMBER_ACTIVITY).default(MEMBER_ACTIVITY),
        of: z.enum(['followed']).optional().meta({
          description:
            '`followed`: only members I follow. Default: also my own, including my votes, which only I see. Ignored for guests.',
        }),
      }),
    )
    .output(z.object({ items: z.array(lineSchema), next: z.null() })),
  create: rateLimited(SHARE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/activity',
      successStatus: 201,
      summary: 'Record my activity, once per target',
    })
    .input(
      z.object({
        action: z.enum(CLAIMABLE_ACTIONS),
        target_type: z.literal('post'),
        target_id: z.uuid(),
        metadata: z
          .strictObject({ via: z.enum(['dialog', 'clipboard']) })
          .nullish()
          .meta({ description: 'How the post was shared' }),
      }),
    )
    .errors({ NOT_FOUND: { message: 'The post could not be found.' } })
    .output(activitySchema),
})

export type ActivityEntry = z.infer<typeof activitySchema>
export type ActivityDeed = z.infer<typeof deedSchema>
export type ActivityLine = z.infer<typeof lineSchema>
