import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { GROUP_MAX, NOTIFICATION_LIMIT, NOTIFICATION_TYPES, SEEN_PER_REQUEST, UNREAD_CAP } from './policy.ts'

export const notificationSchema = z.object({
  id: z.uuid(),
  type: z.enum(NOTIFICATION_TYPES),
  title: z.string(),
  content: z.string().nullable(),
  is_read: z.boolean(),
  count: z
    .int()
    .max(GROUP_MAX)
    .meta({
      description: `Comments on a post, and mentions in them, are grouped. Stops at ${GROUP_MAX}.`,
    }),
  created_at: z.iso.datetime(),
  related_user_id: z.uuid().nullable(),
  related_user: authorSchema
    .nullable()
    .meta({ description: 'The member who did it, or the latest of several' }),
  post_id: z.uuid().nullable(),
  post_title: z.string().nullable().meta({ description: 'null for a deleted or removed post' }),
  comment_id: z.uuid().nullable().meta({ description: 'The first unread comment of a group' }),
  note_id: z.uuid().nullable(),
  note_parent_id: z.uuid().nullable().meta({ description: 'The parent note, if it is a reply' }),
  action_id: z.uuid().nullable().meta({
    description: 'ID of the action that can be or was appealed, for an active sanction or an appeal',
  }),
})

/** Each press marks one of the 20 notifications on a page as read, so this allows six pages a minute. */
const NOTIFICATION_READ_RATE_LIMIT: RateLimit = {
  name: 'notifications read',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}
/** Number of unread notifications, where a group counts as one. Counting stops at 100, because the badge then shows "99+". */
const unread = z
  .int()
  .max(UNREAD_CAP + 1)
  .meta({ description: `${UNREAD_CAP + 1} means ${UNREAD_CAP + 1} or more` })

const seenIds = z.array(z.uuid()).max(SEEN_PER_REQUEST).default([])

export const notificationsContract = oc.tag('Notifications').router({
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/notifications', summary: 'List my notifications, newest first' })
    .input(
      z.object({
        cursor: cursorIn('newest'),
        limit: z.coerce.number().int().min(1).max(NOTIFICATION_LIMIT).default(NOTIFICATION_LIMIT),
        only: z.literal('unread').optional().meta({ description: 'Only unread notifications' }),
      }),
    )
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(notificationSchema), unread, next: z.string().nullable() })),
  read: rateLimited(NOTIFICATION_READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/notifications/{id}/read',
      summary: 'Mark a notification and its group as read',
    })
    .input(z.object({ id: z.uuid() }))
    .errors({ NOT_FOUND: { message: 'Notification not found. It may have been deleted.' } })
    .output(z.object({ unread })),
  readSeen: rateLimited(NOTIFICATION_READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/notifications/seen',
      summary: 'Mark notifications about the content on screen as read',
    })
    .input(
      z.object({
        posts: seenIds.meta({ description: 'Notifications about these posts and their comments' }),
        comments: seenIds,
      }),
    )
    .output(z.object({ unread })),
  readAll: rateLimited(NOTIFICATION_READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({ method: 'PUT', path: '/notifications/read', summary: 'Mark all read' })
    .output(z.object({ unread })),
})

export type Notification = z.infer<typeof notificationSchema>
