import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { authorSchema } from '../authors/contract.ts'
import { PEOPLE_TO_FOLLOW, STEPS } from './policy.ts'

const personSchema = authorSchema.extend({
  bio: z.string().nullable(),
  post_count: z.int(),
  comment_count: z.int(),
})

/** It can be done once; the rest is repetition. */
const DISMISSAL_RATE_LIMIT: RateLimit = {
  name: 'first steps',
  account: { times: 20, seconds: 600 },
  address: { times: 100, seconds: 600 },
}

const stateSchema = z.object({
  steps: z
    .array(z.object({ step: z.enum(STEPS), done: z.boolean() }))
    .meta({ description: 'None for who has dismissed them or has been here for long' }),
  people: z
    .array(personSchema)
    .max(PEOPLE_TO_FOLLOW)
    .meta({ description: 'Whom I might follow and do not, as long as I follow few' }),
})

export const firstSteps = oc.tag('Me').router({
  read: oc
    .route({ method: 'GET', path: '/me/first-steps', summary: 'My first steps here' })
    .output(stateSchema),
  dismiss: rateLimited(DISMISSAL_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .route({ method: 'DELETE', path: '/me/first-steps', summary: 'Show me no first steps any more' })
    .output(stateSchema),
})

export type FirstSteps = z.infer<typeof stateSchema>
export type SuggestedPerson = z.infer<typeof personSchema>
