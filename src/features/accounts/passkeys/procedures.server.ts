import { DatabaseError } from 'pg'
import { guards } from '../../../api/core/procedure.server.ts'
import { enqueueQuietly } from '../mail/jobs.server.ts'
import { listWaysIn } from '../openid/sql.server.ts'
import { findSecondFactor } from '../second-factor/sql.server.ts'
import { readEmail } from '../security/email-sql.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { creationOptions, readNewPasskey, requestOptions } from './ceremony.server.ts'
import { passkeys as contract } from './contract.ts'
import { sendPasskeyAdded, sendPasskeyRemoved } from './jobs.server.ts'
import { PASSKEYS_MAX } from './policy.ts'
import { rolesNeedPasskey } from './roles-need-passkey.server.ts'
import * as table from './sql.server.ts'
import { suggestedName } from './suggested-name.server.ts'
import { newChallenge, takeChallenge } from './ticket.server.ts'

const { member } = guards(contract)

/** What members do with their passkeys. Signing in with one is routes.server.ts, proving with one security/procedures.server.ts. */
export const passkeys = {
  listPasskeys: member.listPasskeys.handler(async ({ context: { db, viewer } }) => ({
    items: await table.listPasskeys(db, viewer.id),
  })),

  beginPasskey: member.beginPasskey.handler(async ({ context, errors }) => {
    const { config, db, viewer, siteSettings } = context
    if (await rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const known = await table.listCredentials(db, viewer.id)
    if (known.length >= PASSKEYS_MAX) throw errors.CONFLICT()
    const { challenge, ticket } = newChallenge(config, { purpose: 'add', member_id: viewer.id })
    const { email } = await readEmail(db, viewer.id)
    const member = { id: viewer.id, email, username: viewer.username }
    const siteName = siteSettings.site.name
    return { options: await creationOptions(config, { challenge, siteName, member, known }), ticket }
  }),

  addPasskey: member.addPasskey.handler(async ({ context, input, errors }) => {
    const { db, viewer, userAgent } = context
    if (await rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const challenge = await takeChallenge(context, input.ticket, { purpose: 'add', member_id: viewer.id })
    const made = challenge && (await readNewPasskey(context, input.response, challenge))
    if (!made) throw errors.PASSKEY_REFUSED()
    const name = suggestedName(made.aaguid, userAgent)
    const added = await table.insertPasskey(db, { ...made, name, user_id: viewer.id }).catch(ifThere)
    if (!added) throw errors.CONFLICT()
    await enqueueQuietly(context, sendPasskeyAdded, { user_id: viewer.id, name })
    return added
  }),

  renamePasskey: member.renamePasskey.handler(async ({ context: { db, viewer }, input, errors }) => {
    const renamed = await table.renamePasskey(db, viewer.id, input)
    if (!renamed) throw errors.NOT_FOUND()
    return renamed
  }),

  removePasskey: member.removePasskey.handler(async ({ context, input: { id }, errors }) => {
    const { bus, config, db, viewer, session } = context
    if (await rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const issuers = config.OIDC_PROVIDERS.map(({ issuer }) => issuer)
    const removed = await table.deletePasskey(db, viewer.id, { id, issuers, keptId: session?.id })
    if (removed === 'none') throw errors.NOT_FOUND()
    if (removed === 'last') throw errors.CONFLICT()
    bus.publish(SESSIONS_CHANNEL, [viewer.id])
    await enqueueQuietly(context, sendPasskeyRemoved, { user_id: viewer.id, name: removed.name })
    return { status: true as const }
  }),

  readProof: member.readProof.handler(async ({ context: { db, viewer } }) => {
    const { has_password, has_passkey } = await listWaysIn(db, viewer.id)
    const app = await findSecondFactor(db, viewer.id)
    return { password: has_password, code: app?.verified ?? false, passkey: has_passkey }
  }),

  beginProof: member.beginProof.handler(async ({ context: { config, db, viewer }, errors }) => {
    const known = await table.listCredentials(db, viewer.id)
    if (known.length === 0) throw errors.NOT_FOUND()
    const { challenge, ticket } = newChallenge(config, { purpose: 'prove', member_id: viewer.id })
    return { options: await requestOptions(config, challenge, known), ticket }
  }),
}

function ifThere(error: unknown): undefined {
  if (!(error instanceof DatabaseError && error.constraint === 'passkeys_credential_id_key')) throw error
}
