import { guards } from '../../api/core/procedure.server.ts'
import { fitPage, newestCursor } from '../../platform/keyset.server.ts'
import { withContentHtml } from '../markup/markup.server.ts'
import { formerConversations as contract } from './former-contract.ts'
import { isOwnConversation, listFormer, listFormerMessages } from './former-sql.server.ts'

const { member } = guards(contract)

export const formerConversations = {
  list: member.list.handler(({ context: { db, viewer }, input }) => listFormer(db, viewer.id, input.cursor)),

  messages: member.messages.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    if (!(await isOwnConversation(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    const page = await listFormerMessages(db, input.id, input.cursor)
    return fitPage({ ...page, items: await withContentHtml(context, page.items) }, newestCursor)
  }),
}
