import { SESSIONS_CHANNEL } from '../../accounts/session/session-cache.server.ts'
import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import * as contract from './contract.ts'
import { findDigest, saveDigest } from './digest-sql.server.ts'
import { DIGEST_DEFAULT } from './policy.ts'
import { forgetRefusals } from './refusals-sql.server.ts'

const { member } = guards(contract)

export const digest = {
  read: member.digest.read.handler(
    async ({ context: { db, viewer } }) => (await findDigest(db, viewer.id)) ?? DIGEST_DEFAULT,
  ),

  update: member.digest.update.handler(({ context: { db, viewer }, input }) =>
    saveDigest(db, viewer.id, input),
  ),
}

export const mailRefusals = {
  remove: member.mailRefusals.remove.handler(async ({ context }) => {
    await forgetRefusals(context.db, context.viewer.id)
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    return { mail_stopped: false }
  }),
}

export const mailConstraints: ConstraintErrors = {
  digests_time_zone_check: ['BAD_REQUEST', 'Unknown time zone.', 'time_zone'],
}
