import { oc } from '@orpc/contract'
import * as z from 'zod'

/** Five entries for a visitor, ten for a member (spec, section 9). */
export const VISITOR_ACTIVITY = 5
export const MEMBER_ACTIVITY = 10

export const activitySchema = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.uuid().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  created_at: z.iso.datetime(),
  profile: z.object({ id: z.uuid(), username: z.string(), full_name: z.string().nullable() }).nullable(),
})

export const activity = {
  list: oc
    .route({ method: 'GET', path: '/activity', summary: 'What happened lately', tags: ['Activity'] })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(MEMBER_ACTIVITY).default(MEMBER_ACTIVITY) }))
    .output(z.object({ items: z.array(activitySchema), next: z.null() })),
}

export type ActivityEntry = z.infer<typeof activitySchema>
