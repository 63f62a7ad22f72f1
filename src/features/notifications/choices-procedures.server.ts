import type { Context } from '../../api/core/context.server.ts'
import { guards } from '../../api/core/procedure.server.ts'
import { publishToMember } from '../live/publish.server.ts'
import { notificationChoices as contract } from './choices-contract.ts'
import { readChoices, saveChoices } from './choices-sql.server.ts'

const { member } = guards(contract)

export const notificationChoices = {
  read: member.read.handler(({ context }) => choicesOf(context, context.viewer.id)),

  update: member.update.handler(async ({ context, input }) => {
    const { db, viewer } = context
    await saveChoices(db, viewer.id, input.choices)
    // What counts as unread is another number now, in all their tabs.
    publishToMember(context, viewer.id, { type: 'notification' })
    return choicesOf(context, viewer.id)
  }),
}

async function choicesOf({ db, config }: Context, memberId: string) {
  return { choices: await readChoices(db, memberId), is_mail_set_up: config.SMTP_URL !== undefined }
}
