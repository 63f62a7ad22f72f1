import { publishToMember } from '../../accounts/live/publish.server.ts'
import type { Context } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { fitPage, newestCursor } from '../../platform/keyset.server.ts'
import { isBlank } from '../../platform/text.ts'
import { withContentHtml } from '../../shared/markup/markup.server.ts'
import { screenFields } from '../../shared/watched-words/screen.server.ts'
import { formatNumber } from '../../ui/format/format-number.ts'
import { conversationsContract as contract, type Message } from './contract.ts'
import { formerConversationsContract as formerContract } from './former-contract.ts'
import { MESSAGE_LIMIT } from './policy.ts'
import {
  countUnreadMessages,
  findConversation,
  insertMessage,
  isOwnConversation,
  listConversations,
  listFormerConversations,
  listFormerMessages,
  listMessages,
  markMessagesRead,
} from './sql.server.ts'

const { member } = guards(contract)

export const conversationsProcedures = {
  list: member.list.handler(({ context: { db, viewer }, input }) =>
    listConversations(db, viewer.id, input.cursor, input.limit),
  ),

  read: member.read.handler(async ({ context: { db, viewer }, input, errors }) => {
    const conversation = await findConversation(db, viewer.id, input.username)
    if (!conversation) throw errors.NOT_FOUND()
    return conversation
  }),

  messages: member.messages.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const conversation = await findConversation(db, viewer.id, input.username)
    if (!conversation?.last_message) throw errors.NOT_FOUND()
    const page = await listMessages(db, viewer.id, conversation.with.id, input.cursor)
    return fitPage({ ...page, items: await withContentHtml(context, page.items) }, newestCursor)
  }),

  send: member.send.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    if (isBlank(input.content)) throw errors.BAD_REQUEST({ data: { field: 'content' } })
    const conversation = await findConversation(db, viewer.id, input.username)
    if (!conversation) throw errors.NOT_FOUND()
    const recipient_id = conversation.with.id
    const { id } = input
    const { content } = await screenFields(context, { content: input.content })
    const sent = await insertMessage(db, { id, content, sender_id: viewer.id, recipient_id })
    if (!sent) throw errors.CONFLICT()
    if (sent.isNew) publishMessage(context, viewer.id, recipient_id)
    const [message] = await withContentHtml(context, [sent.message])
    return message as Message
  }),

  markRead: member.markRead.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    const conversation = await findConversation(db, viewer.id, input.username)
    if (!conversation?.last_message) throw errors.NOT_FOUND()
    const news = await markMessagesRead(db, viewer.id, conversation.with.id)
    if (news > 0) publishRead(context, viewer.id, conversation.with.id)
    return { unread: await countUnreadMessages(db, viewer.id) }
  }),
}

/** Notifies both members of a new message by an event with ids only. They load the message from the API. */
function publishMessage(context: Context, from: string, to: string): void {
  publishToMember(context, to, { type: 'message', with: from, from })
  publishToMember(context, from, { type: 'message', with: to, from })
}

function publishRead(context: Context, by: string, from: string): void {
  publishToMember(context, from, { type: 'messages_read', with: by, by })
  publishToMember(context, by, { type: 'messages_read', with: from, by })
}

const { member: formerMember } = guards(formerContract)

export const formerConversationsProcedures = {
  list: formerMember.list.handler(({ context: { db, viewer }, input }) =>
    listFormerConversations(db, viewer.id, input.cursor),
  ),

  messages: formerMember.messages.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    if (!(await isOwnConversation(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    const page = await listFormerMessages(db, input.id, input.cursor)
    return fitPage({ ...page, items: await withContentHtml(context, page.items) }, newestCursor)
  }),
}

export const messageConstraints: ConstraintErrors = {
  messages_content_check: [
    'BAD_REQUEST',
    `Enter a message of at most ${formatNumber(MESSAGE_LIMIT)} characters.`,
    'content',
  ],
  messages_recipient_id_fkey: ['NOT_FOUND', 'The user profile could not be found'],
}
