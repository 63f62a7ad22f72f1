import { publishToMember } from '../../accounts/live/publish.server.ts'
import type { Context } from '../../core/context.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { notificationChoicesContract as choicesContract } from './choices-contract.ts'
import { readChoices, saveChoices } from './choices-sql.server.ts'
import { notificationsContract as contract } from './contract.ts'
import { countUnreadNotifications, listNotifications } from './list-sql.server.ts'
import { markAllRead, markNotificationRead, markSeen } from './sql.server.ts'

const { member } = guards(contract)

/** Members can only see their own notifications. Live events update the member's other tabs. */
export const notificationsProcedures = {
  list: member.list.handler(({ context: { db, viewer }, input }) => listNotifications(db, viewer.id, input)),

  read: member.read.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    if (!(await markNotificationRead(db, viewer.id, input.id))) throw errors.NOT_FOUND()
    publishToMember(context, viewer.id, { type: 'notification' })
    return { unread: await countUnreadNotifications(db, viewer.id) }
  }),

  readSeen: member.readSeen.handler(async ({ context, input }) => {
    const { db, viewer } = context
    if (await markSeen(db, viewer.id, input)) publishToMember(context, viewer.id, { type: 'notification' })
    return { unread: await countUnreadNotifications(db, viewer.id) }
  }),

  readAll: member.readAll.handler(async ({ context }) => {
    const { db, viewer } = context
    await markAllRead(db, viewer.id)
    publishToMember(context, viewer.id, { type: 'notification' })
    return { unread: await countUnreadNotifications(db, viewer.id) }
  }),
}

const { member: choicesMember } = guards(choicesContract)

export const notificationChoicesProcedures = {
  read: choicesMember.read.handler(({ context }) => choicesOf(context, context.viewer.id)),

  update: choicesMember.update.handler(async ({ context, input }) => {
    const { db, viewer } = context
    await saveChoices(db, viewer.id, input.choices)
    // Updates all tabs of the member, because the number of unread notifications may have changed.
    publishToMember(context, viewer.id, { type: 'notification' })
    return choicesOf(context, viewer.id)
  }),
}

export const notificationConstraints: ConstraintErrors = {
  notification_choices_message_check: [
    'BAD_REQUEST',
    'Messages can’t be hidden from the menu or added to the digest.',
    'choices',
  ],
}

async function choicesOf({ db, config }: Context, memberId: string) {
  return { choices: await readChoices(db, memberId), is_mail_set_up: config.SMTP_URL !== undefined }
}
