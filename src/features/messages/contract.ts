import { oc } from '@orpc/contract'
import * as z from 'zod'
import { type RateLimit, rateLimited } from '../../api/core/rate-limited.ts'
import { senderIdSchema } from '../../api/core/sender-id.ts'
import { byToken } from '../../api/core/token-scope.ts'
import { CURSOR_ERRORS, cursorIn } from '../../platform/keyset-schema.ts'
import { manyLines } from '../../platform/text.ts'
import { authorSchema } from '../authors/contract.ts'
import { contentHtml } from '../markup/contract.ts'
import { username } from '../profiles/contract.ts'
import { CONVERSATION_PAGE, MESSAGE_EMPTY, MESSAGE_LIMIT, MESSAGE_PAGE } from './policy.ts'

export const messageSchema = z.object({
  id: z.uuid(),
  content: z.string().meta({ description: 'Plain text' }),
  content_html: contentHtml,
  sender_id: z.uuid(),
  recipient_id: z.uuid(),
  is_read: z.boolean().meta({ description: 'By the recipient. Once true it stays so.' }),
  created_at: z.iso.datetime(),
})

export const conversationSchema = z.object({
  with: authorSchema,
  last_message: messageSchema
    .pick({ id: true, sender_id: true, is_read: true, created_at: true })
    .extend({ excerpt: z.string().meta({ description: 'Its beginning, in one line.' }) })
    .nullable()
    .meta({ description: 'null: nobody has written yet.' }),
  unread_count: z.int().meta({ description: 'Messages to me that I have not read.' }),
})

const unread = z.int().meta({ description: 'In all conversations; 100 and above mean "many".' })
const cursor = cursorIn('newest')
const NO_PROFILE = { NOT_FOUND: { message: 'The user profile could not be found' } }
const NO_CONVERSATION = { NOT_FOUND: { message: 'There is no such conversation.' } }

/** Two people who are both there write every few seconds; who writes to everybody has something to sell. */
const MESSAGE_RATE_LIMIT: RateLimit = {
  name: 'messages',
  account: { times: 60, seconds: 300 },
  address: { times: 300, seconds: 300 },
}
/** The page does it by itself whenever a message comes while somebody looks. */
const MESSAGE_READ_RATE_LIMIT: RateLimit = {
  name: 'messages read',
  account: { times: 120, seconds: 60 },
  address: { times: 600, seconds: 60 },
}

/** Everybody has their own conversations: each address is one's own with the member it names. */
export const conversations = oc.tag('Messages').router({
  list: oc
    .meta(byToken.read)
    .route({ method: 'GET', path: '/conversations', summary: 'My conversations, the latest message first' })
    .input(z.object({ cursor, limit: z.coerce.number().int().min(1).max(CONVERSATION_PAGE).optional() }))
    .errors(CURSOR_ERRORS)
    .output(z.object({ items: z.array(conversationSchema), next: z.string().nullable(), unread })),
  read: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/conversations/{username}',
      summary: 'My conversation with a member, also one that has not begun',
    })
    .input(z.object({ username }))
    .errors(NO_PROFILE)
    .output(conversationSchema),
  messages: oc
    .meta(byToken.read)
    .route({
      method: 'GET',
      path: '/conversations/{username}/messages',
      summary: `What was said, the latest first, ${MESSAGE_PAGE} a page`,
    })
    .input(z.object({ username, cursor }))
    .errors({ ...NO_CONVERSATION, ...CURSOR_ERRORS })
    .output(z.object({ items: z.array(messageSchema), next: z.string().nullable() })),
  send: rateLimited(MESSAGE_RATE_LIMIT)
    .meta(byToken.write)
    .route({
      method: 'POST',
      path: '/conversations/{username}/messages',
      successStatus: 201,
      summary: 'Write to a member',
    })
    .input(
      z.object({
        username,
        id: senderIdSchema,
        content: z
          .string()
          .overwrite(manyLines)
          .max(MESSAGE_LIMIT, `A message has at most ${MESSAGE_LIMIT} characters.`),
      }),
    )
    .errors({
      ...NO_PROFILE,
      FORBIDDEN: { message: 'You cannot write to this member.' },
      BAD_REQUEST: { message: MESSAGE_EMPTY, data: z.object({ field: z.string() }) },
      CONFLICT: { message: 'This message is already there, with another text.' },
    })
    .output(messageSchema),
  markRead: rateLimited(MESSAGE_READ_RATE_LIMIT)
    .meta({ whileSuspended: true })
    .meta(byToken.write)
    .route({
      method: 'PUT',
      path: '/conversations/{username}/read',
      summary: 'Mark all that was written to me in a conversation as read',
    })
    .input(z.object({ username }))
    .errors(NO_CONVERSATION)
    .output(z.object({ unread })),
})

export type Message = z.infer<typeof messageSchema>
export type Conversation = z.infer<typeof conversationSchema>
