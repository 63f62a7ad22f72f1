import type { Context } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { withActiveRoles } from '../../core/viewer.ts'
import { enqueueQuietly, sendSecondFactorOff, sendSecondFactorOn } from '../mail/jobs.server.ts'
import { rolesNeedPasskey } from '../passkeys/sql.server.ts'
import { readEmail } from '../security/email-sql.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { secondFactorContract as contract } from './contract.ts'
import { newRecoveryCodes } from './policy.ts'
import { createTotpUri, decrypt, encrypt, findTimeStep, newSecret } from './secret.server.ts'
import * as table from './sql.server.ts'

const { member } = guards(contract)

/** Manages the second factor. At sign-in, better-auth checks the code (routes.server.ts). */
export const secondFactorProcedures = {
  readSecondFactor: member.readSecondFactor.handler(async ({ context }) => {
    const found = await table.findSecondFactor(context.db, context.viewer.id)
    const required =
      context.config.STAFF_SECOND_FACTOR === 'required' && withActiveRoles(context.viewer).roles.length > 0
    if (!found?.verified) return { enabled: false, since: null, recovery_codes_left: 0, required }
    const codes = JSON.parse(await decrypt(context.config, found.backup_codes)) as string[]
    return { enabled: true, since: found.created_at, recovery_codes_left: codes.length, required }
  }),

  beginSecondFactor: member.beginSecondFactor.handler(async ({ context, errors }) => {
    const { config, db, viewer } = context
    if (await rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const text = await newSecret()
    if (!(await table.storeTotpSecret(db, viewer.id, await encrypt(config, text)))) throw errors.CONFLICT()
    const { email } = await readEmail(db, viewer.id)
    const uri = await createTotpUri(text, config.PRODUCT_NAME, email)
    return { secret: new URL(uri).searchParams.get('secret') ?? '', uri }
  }),

  confirmSecondFactor: member.confirmSecondFactor.handler(async ({ context, input: { code }, errors }) => {
    const { config, db, viewer, session } = context
    if (await rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const found = await table.findSecondFactor(db, viewer.id)
    if (!found || found.verified) throw errors.NOT_FOUND()
    const step = await findTimeStep(await decrypt(config, found.secret), code)
    if (step === undefined) throw errors.WRONG_CODE({ data: { field: 'code' } })
    await table.consumeTimeStep(db, viewer.id, step)
    const { codes, recoveryCodes } = await makeCodes(context)
    const { secret } = found
    const started = { userId: viewer.id, secret, recoveryCodes, keptId: session?.id }
    if (!(await table.startSecondFactor(db, started))) throw errors.NOT_FOUND()
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    await enqueueQuietly(context, sendSecondFactorOn, { user_id: viewer.id })
    return { recovery_codes: codes }
  }),

  renewRecoveryCodes: member.renewRecoveryCodes.handler(async ({ context, errors }) => {
    const { codes, recoveryCodes } = await makeCodes(context)
    if (!(await table.replaceRecoveryCodes(context.db, context.viewer.id, recoveryCodes)))
      throw errors.NOT_FOUND()
    return { recovery_codes: codes }
  }),

  endSecondFactor: member.endSecondFactor.handler(async ({ context, errors }) => {
    if (!(await table.endSecondFactor(context.db, context.viewer.id))) throw errors.NOT_FOUND()
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    await enqueueQuietly(context, sendSecondFactorOff, { user_id: context.viewer.id })
    return { status: true as const }
  }),
}

async function makeCodes({ config }: Pick<Context, 'config'>) {
  const codes = newRecoveryCodes()
  return { codes, recoveryCodes: await encrypt(config, JSON.stringify(codes)) }
}
