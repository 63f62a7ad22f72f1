import { oc } from '@orpc/contract'
import * as z from 'zod'
import { byToken } from '../../api/core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { contentHtml } from '../markup/contract.ts'

const formerMessageSchema = z.object({
  id: z.uuid(),
  content: z.string().meta({ description: 'Plain text' }),
  content_html: contentHtml,
  is_own: z.boolean().meta({ description: 'I wrote it; else the one who left.' }),
  created_at: z.iso.datetime(),
})

const formerConversationSchema = z.object({
  id: z.uuid(),
  last_message: formerMessageSchema
    .pick({ is_own: true, created_at: true })
    .extend({ excerpt: z.string().meta({ description: 'Its beginning, in one line.' }) }),
})

const cursor = cursorIn('newest')

/** What members wrote with others who have deleted their accounts since. Nobody writes there any more. */
export const formerConversations = oc.tag('Messages').router({
  list: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/former-conversations',
      summary: 'My conversations with members who have left, the latest message first',
    })
    .input(z.object({ cursor }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(formerConversationSchema), next: z.string().nullable() })),
  messages: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/former-conversations/{id}/messages',
      summary: 'What was said, the latest first',
    })
    .input(z.object({ id: z.uuid(), cursor }))
    .errors({ NOT_FOUND: { message: 'There is no such conversation.' }, ...CURSOR_ERRORS })
    .output(z.object({ items: z.array(formerMessageSchema), next: z.string().nullable() })),
})

export type FormerMessage = z.infer<typeof formerMessageSchema>
export type FormerConversation = z.infer<typeof formerConversationSchema>
