import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { authorSchema } from '../authors/contract.ts'
import { CLAIMABLE_ACTIONS } from './policy.ts'

/** Five entries for a visitor, ten for a member (spec, section 9). */
export const VISITOR_ACTIVITY = 5
export const MEMBER_ACTIVITY = 10

/** A line of the feed names two people; more are counted. */
export const NAMED = 2

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

/** What some people did alike in one discussion. */
const deedSchema = activitySchema
  .pick({ action: true, target_type: true, target_id: true, metadata: true })
  .extend({
    people: z
      .array(activitySchema.pick({ user_id: true, profile: true }))
      .min(1)
      .max(NAMED)
      .meta({ description: 'The viewer first, then who did it last' }),
    people_count: z.int(),
    target_count: z.int().meta({ description: 'So many things they did it with, like comments voted for' }),
  })

/** The newest act of its first deed stands for all that happened in one discussion. */
const lineSchema = activitySchema.extend({ deeds: z.array(deedSchema).min(1).max(2) })

/** Nobody hands on more than this; each share is kept in their activity. */
const SHARE_RATE_LIMIT: RateLimit = {
  name: 'shares',
  account: { times: 30, seconds: 600 },
  address: { times: 150, seconds: 600 },
}

export const activity = oc.tag('Activity').router({
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/activity', summary: 'What happened lately, a line for each discussion' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(MEMBER_ACTIVITY).default(MEMBER_ACTIVITY) }))
    .output(z.object({ items: z.array(lineSchema), next: z.null() })),
  create: rateLimited(SHARE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/activity',
      successStatus: 201,
      summary: 'Note what I did, once for each thing',
    })
    .input(
      z.object({
        action: z.enum(CLAIMABLE_ACTIONS),
        target_type: z.literal('post'),
        target_id: z.uuid(),
        metadata: z
          .strictObject({ via: z.enum(['dialog', 'clipboard']) })
          .nullish()
          .meta({ description: 'How it was shared' }),
      }),
    )
    .errors({ NOT_FOUND: { message: 'The post could not be found.' } })
    .output(activitySchema),
})

export type ActivityEntry = z.infer<typeof activitySchema>
export type Deed = z.infer<typeof deedSchema>
export type ActivityLine = z.infer<typeof lineSchema>
