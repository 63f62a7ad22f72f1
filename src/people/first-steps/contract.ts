import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { FIRST_STEP_NAMES, PEOPLE_TO_FOLLOW } from './policy.ts'

const personSchema = authorSchema.extend({
  bio: z.string().nullable(),
  post_count: z.int(),
  comment_count: z.int(),
})

/** A low limit, because a member dismisses the steps only once. It allows a few repeated requests. */
const DISMISSAL_RATE_LIMIT: RateLimit = {
  name: 'first steps',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}

const stateSchema = z.object({
  steps: z
    .array(z.object({ step: z.enum(FIRST_STEP_NAMES), done: z.boolean() }))
    .meta({ description: 'Empty if dismissed or if the member joined long ago' }),
  people: z
    .array(personSchema)
    .max(PEOPLE_TO_FOLLOW)
    .meta({ description: 'Suggested members to follow, while I follow only a few' }),
})

export const firstStepsContract = oc.tag('Me').router({
  read: oc
    .route({ method: 'GET', path: '/me/first-steps', summary: 'Get my first steps' })
    .output(stateSchema),
  dismiss: rateLimited(DISMISSAL_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({ method: 'DELETE', path: '/me/first-steps', summary: 'Dismiss my first steps' })
    .output(stateSchema),
})

export type FirstStepsState = z.infer<typeof stateSchema>
export type SuggestedPerson = z.infer<typeof personSchema>
