import { guards } from '../../core/procedure.server.ts'
import { PROOF_MINUTES } from '../../core/requires-proof.ts'
import { isBlockedMail } from '../blocked-mail/sql.server.ts'
import { enqueueQuietly, sendPasswordChanged } from '../mail/jobs.server.ts'
import { consumeSignUpMail } from '../mail/sign-up-mails.server.ts'
import { recordBothFactors } from '../passkeys/sql.server.ts'
import { matchPasskey } from '../passkeys/webauthn.server.ts'
import { matchCode } from '../second-factor/secret.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { findAddressee } from '../sql.server.ts'
import { securityContract as contract } from './contract.ts'
import { insertEmailChange, readEmail } from './email-sql.server.ts'
import { sendEmailChange, sendEmailChangeNotice } from './jobs.server.ts'
import { findPasswordProblem } from './password-rule.ts'
import {
  deleteSession,
  endSessions,
  listSessions,
  matchPassword,
  recordProof,
  replacePassword,
} from './sql.server.ts'

const { member } = guards(contract)

export const securityProcedures = {
  listSessions: member.listSessions.handler(async ({ context: { db, viewer, session } }) => ({
    items: await listSessions(db, viewer.id, session?.id),
  })),

  endSession: member.endSession.handler(async ({ context, input: { id }, errors }) => {
    if (!(await deleteSession(context.db, context.viewer.id, id))) throw errors.NOT_FOUND()
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    return { id }
  }),

  endOtherSessions: member.endOtherSessions.handler(async ({ context }) => {
    const ended = await endSessions(context.db, context.viewer.id, context.session?.id)
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    return { ended }
  }),

  changePassword: member.changePassword.handler(async ({ context, input, errors }) => {
    const { db, viewer, session } = context
    const refusal = { data: { field: 'current_password' } }
    const from = await matchPassword(db, viewer.id, input.current_password)
    if (!from) throw errors.WRONG_PASSWORD(refusal)
    const obstacle = findPasswordProblem(input.new_password, (await findAddressee(db, viewer.id)) ?? {})
    if (obstacle) throw errors.WEAK_PASSWORD({ message: obstacle, data: { field: 'new_password' } })
    const { hashPassword } = await import('better-auth/crypto')
    const to = await hashPassword(input.new_password)
    if (!(await replacePassword(db, { userId: viewer.id, from, to, keptId: session?.id })))
      throw errors.WRONG_PASSWORD(refusal)
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    await enqueueQuietly(context, sendPasswordChanged, { user_id: viewer.id })
    return { status: true as const }
  }),

  prove: member.prove.handler(async ({ context, input, errors }) => {
    const { bus, db, viewer, session } = context
    if ('passkey' in input) {
      const passkey = session && (await matchPasskey(context, input.passkey, viewer.id))
      const provedAt = passkey && (await recordBothFactors(db, session.id, passkey.id))
      // A passkey also activates inactive roles, so cached sessions are outdated.
      if (passkey) bus.publish(SESSIONS_CHANNEL, [viewer.id])
      if (!provedAt) throw errors.PASSKEY_REFUSED()
      return { proven_until: proofEnd(provedAt) }
    }
    const isRight =
      'code' in input
        ? await matchCode(context, viewer.id, input.code)
        : await matchPassword(db, viewer.id, input.password)
    const provedAt = isRight && session && (await recordProof(db, session.id))
    if (!provedAt && 'code' in input) throw errors.WRONG_CODE({ data: { field: 'code' } })
    if (!provedAt) throw errors.WRONG_PASSWORD({ data: { field: 'password' } })
    return { proven_until: proofEnd(provedAt) }
  }),

  readEmail: member.readEmail.handler(({ context: { db, viewer } }) => readEmail(db, viewer.id)),

  changeEmail: member.changeEmail.handler(async ({ context, input: { email }, errors }) => {
    if (await isBlockedMail(context.db, email)) throw errors.BAD_REQUEST({ data: { field: 'email' } })
    if ((await consumeSignUpMail(context, 'member', context.address)) > 0) throw errors.MAILS_EXHAUSTED()
    const change_id = await insertEmailChange(context.db, context.viewer.id, email)
    if (!change_id) throw errors.CONFLICT({ data: { field: 'email' } })
    await enqueueQuietly(context, sendEmailChange, { change_id })
    await enqueueQuietly(context, sendEmailChangeNotice, { change_id })
    const { email: current } = await readEmail(context.db, context.viewer.id)
    return { email: current, pending: email }
  }),
}

function proofEnd(provedAt: string): string {
  return new Date(Date.parse(provedAt) + PROOF_MINUTES * 60_000).toISOString()
}
