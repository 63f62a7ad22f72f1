import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type Limit, limited } from '../../api/limited.ts'

/** The panel shows the newest (spec, section 9). */
export const NOTIFICATION_LIMIT = 20

export const notificationSchema = z.object({
  id: z.uuid(),
  type: z.string(),
  title: z.string(),
  content: z.string().nullable(),
  is_read: z.boolean(),
  created_at: z.iso.datetime(),
  related_user_id: z.uuid().nullable(),
  post_id: z.uuid().nullable(),
  comment_id: z.uuid().nullable(),
})

/** Twenty are on screen; every press of one marks it. */
export const MARKING_READ: Limit = {
  name: 'notifications read',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

export const notifications = {
  list: oc
    .route({
      method: 'GET',
      path: '/notifications',
      summary: 'My newest notifications',
      tags: ['Notifications'],
    })
    .output(z.object({ items: z.array(notificationSchema), unread: z.int(), next: z.null() })),
  read: limited(MARKING_READ)
    .route({
      method: 'PUT',
      path: '/notifications/{id}/read',
      summary: 'Mark one read',
      tags: ['Notifications'],
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'This notification is gone.' } })
    .output(z.object({ unread: z.int() })),
  readAll: limited(MARKING_READ)
    .route({ method: 'PUT', path: '/notifications/read', summary: 'Mark all read', tags: ['Notifications'] })
    .output(z.object({ unread: z.int() })),
}

export type Notification = z.infer<typeof notificationSchema>
