import { oc } from '@orpc/contract'
import * as z from 'zod'
import { MANAGE_RATE_LIMIT } from '../../accounts/manage-forms/policy.ts'
import { rateLimited } from '../../core/rate-limited.ts'
import { SETUP_STEPS } from './policy.ts'

const setupSchema = z.object({
  steps: z
    .array(z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() }))
    .meta({ description: 'Empty if an admin dismissed the list.' }),
})

export const setupContract = oc.tag('Setup').router({
  read: oc
    .route({ method: 'GET', path: '/setup', summary: 'Get the steps to set up the forum' })
    .output(setupSchema),
  complete: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PUT', path: '/setup/{step}', summary: 'Mark a step as done' })
    .input(z.object({ step: z.enum(SETUP_STEPS) }))
    .output(setupSchema),
  dismiss: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'DELETE', path: '/setup', summary: 'Dismiss the list, for all admins' })
    .output(setupSchema),
})

export type Setup = z.infer<typeof setupSchema>
