import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../core/rate-limited.ts'
import { senderIdSchema } from '../../core/sender-id.ts'
import { byToken } from '../../core/token-scope.ts'
import { usernameParameter } from '../../people/profiles/contract.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../../shared/authors/contract.ts'
import { contentHtml } from '../../shared/markup/contract.ts'
import { CONVERSATION_PAGE, MESSAGE_EMPTY, MESSAGE_LIMIT, MESSAGE_PAGE } from './policy.ts'

export const messageSchema = z.object({
  id: z.uuid(),
  content: z.string().meta({ description: 'Markdown as typed' }),
  content_html: contentHtml,
  sender_id: z.uuid(),
  recipient_id: z.uuid(),
  is_read: z.boolean().meta({ description: 'Whether the recipient has read it. Never becomes false again.' }),
  created_at: z.iso.datetime(),
})

export const conversationSchema = z.object({
  with: authorSchema,
  last_message: messageSchema
    .pick({ id: true, sender_id: true, is_read: true, created_at: true })
    .extend({ excerpt: z.string().meta({ description: 'The beginning of the message, in one line.' }) })
    .nullable()
    .meta({ description: 'null: no messages yet.' }),
  unread_count: z.int().meta({ description: 'My unread messages.' }),
})

const unread = z.int().meta({ description: 'In all conversations; 100 means 100 or more.' })
const cursor = cursorIn('newest')
const NO_PROFILE = { NOT_FOUND: { message: 'The user profile could not be found' } }
const NO_CONVERSATION = { NOT_FOUND: { message: 'Conversation not found.' } }

/** Allows two members to chat, one message every few seconds. Faster senders are likely advertising. */
const MESSAGE_RATE_LIMIT: RateLimit = {
  name: 'messages',
  account: { times: 60, seconds: 300 },
  address: { times: 300, seconds: 300 },
}
/** High, because an open conversation sends this request automatically for each message that arrives. */
const MESSAGE_READ_RATE_LIMIT: RateLimit = {
  name: 'messages read',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

/** The viewer's own conversations, each identified by the other member's name. */
export const conversationsContract = oc.tag('Messages').router({
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/conversations', summary: 'List my conversations, newest message first' })
    .input(z.object({ cursor, limit: z.coerce.number().int().min(1).max(CONVERSATION_PAGE).optional() }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(conversationSchema), next: z.string().nullable(), unread })),
  read: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/conversations/{username}',
      summary: 'Get my conversation with a member, even if there are no messages yet',
    })
    .input(z.object({ username: usernameParameter }))
    .errors(NO_PROFILE)
    .output(conversationSchema),
  messages: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/conversations/{username}/messages',
      summary: `List messages, newest first, ${MESSAGE_PAGE} per page`,
    })
    .input(z.object({ username: usernameParameter, cursor }))
    .errors({ ...NO_CONVERSATION, ...CURSOR_ERRORS })
    .output(z.object({ items: z.array(messageSchema), next: z.string().nullable() })),
  send: rateLimited(MESSAGE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/conversations/{username}/messages',
      successStatus: 201,
      summary: 'Send a message',
    })
    .input(
      z.object({
        username: usernameParameter,
        id: senderIdSchema,
        content: z
          .string()
          .overwrite(manyLines)
          .max(MESSAGE_LIMIT, `A message can have at most ${MESSAGE_LIMIT} characters.`),
      }),
    )
    .errors({
      ...NO_PROFILE,
      FORBIDDEN: { message: 'You can’t send messages to this member.' },
      BAD_REQUEST: { message: MESSAGE_EMPTY, data: z.object({ field: z.string() }) },
      CONFLICT: { message: 'This message already exists with a different text.' },
    })
    .output(messageSchema),
  markRead: rateLimited(MESSAGE_READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/conversations/{username}/read',
      summary: 'Mark all messages to me in a conversation as read',
    })
    .input(z.object({ username: usernameParameter }))
    .errors(NO_CONVERSATION)
    .output(z.object({ unread })),
})

export type Message = z.infer<typeof messageSchema>
export type Conversation = z.infer<typeof conversationSchema>
