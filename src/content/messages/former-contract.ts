import { oc } from '@orpc/contract'
import * as z from 'zod'
import { byToken } from '../../core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { contentHtml } from '../../shared/markup/contract.ts'

const formerMessageSchema = z.object({
  id: z.uuid(),
  content: z.string().meta({ description: 'Plain text' }),
  content_html: contentHtml,
  is_own: z.boolean().meta({ description: 'true: I wrote it; false: the former member did.' }),
  created_at: z.iso.datetime(),
})

const formerConversationSchema = z.object({
  id: z.uuid(),
  last_message: formerMessageSchema
    .pick({ is_own: true, created_at: true })
    .extend({ excerpt: z.string().meta({ description: 'The beginning of the message, in one line.' }) }),
})

const cursor = cursorIn('newest')

/** Endpoints for read-only conversations with members who have deleted their accounts. */
export const formerConversationsContract = oc.tag('Messages').router({
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/former-conversations',
      summary: 'List my conversations with former members, newest message first',
    })
    .input(z.object({ cursor }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(formerConversationSchema), next: z.string().nullable() })),
  messages: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/former-conversations/{id}/messages',
      summary: 'List messages, newest first',
    })
    .input(z.object({ id: z.uuid(), cursor }))
    .errors({ NOT_FOUND: { message: 'Conversation not found.' }, ...CURSOR_ERRORS })
    .output(z.object({ items: z.array(formerMessageSchema), next: z.string().nullable() })),
})

export type FormerMessage = z.infer<typeof formerMessageSchema>
export type FormerConversation = z.infer<typeof formerConversationSchema>
