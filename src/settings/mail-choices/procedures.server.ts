import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import * as contract from './contract.ts'
import { findDigestChoice, saveDigestChoice } from './digest-sql.server.ts'
import { DIGEST_DEFAULT } from './policy.ts'
import { deleteMailRefusals } from './refusals-sql.server.ts'

const { member } = guards(contract)

export const digestProcedures = {
  read: member.digestContract.read.handler(
    async ({ context: { db, viewer } }) => (await findDigestChoice(db, viewer.id)) ?? DIGEST_DEFAULT,
  ),

  update: member.digestContract.update.handler(({ context: { db, viewer }, input }) =>
    saveDigestChoice(db, viewer.id, input),
  ),
}

export const mailRefusalsProcedures = {
  remove: member.mailRefusalsContract.remove.handler(async ({ context }) => {
    await deleteMailRefusals(context.db, context.viewer.id)
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    return { mail_stopped: false }
  }),
}

export const mailConstraints: ConstraintErrors = {
  digests_time_zone_check: ['BAD_REQUEST', 'Unknown time zone.', 'time_zone'],
}
