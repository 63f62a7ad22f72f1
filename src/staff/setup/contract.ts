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

const starterSchema = z.object({
  unused: z
    .int()
    .meta({ description: 'Concepts without posts, thinkers and resources that nobody has changed.' }),
  removed: z.int().meta({ description: 'Removed items that can be restored.' }),
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
  readStarter: oc
    .route({ method: 'GET', path: '/setup/starter-content', summary: 'Count the starter content' })
    .output(starterSchema),
  removeStarter: rateLimited(MANAGE_RATE_LIMIT)
    .route({
      method: 'DELETE',
      path: '/setup/starter-content',
      summary: 'Remove all starter content that is unchanged and unused',
    })
    .output(starterSchema),
  restoreStarter: rateLimited(MANAGE_RATE_LIMIT)
    .route({ method: 'PUT', path: '/setup/starter-content', summary: 'Restore the removed starter content' })
    .output(starterSchema),
})

export type StarterCounts = z.infer<typeof starterSchema>

export type Setup = z.infer<typeof setupSchema>
