import { DatabaseError } from 'pg'
import { guards } from '../../core/procedure.server.ts'
import { enqueueQuietly, sendPasskeyAdded, sendPasskeyRemoved } from '../mail/jobs.server.ts'
import { listSignInMethods } from '../openid/sql.server.ts'
import { findSecondFactor } from '../second-factor/sql.server.ts'
import { readEmail } from '../security/email-sql.server.ts'
import { browserName } from '../security/sql.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { passkeysContract as contract } from './contract.ts'
import { PASSKEY_NAME_MAX, PASSKEYS_MAX } from './policy.ts'
import * as table from './sql.server.ts'
import {
  consumePasskeyChallenge,
  creationOptions,
  newChallenge,
  readNewPasskey,
  requestOptions,
} from './webauthn.server.ts'

const { member } = guards(contract)

/** Manages passkeys. Sign-in is in routes.server.ts, identity checks in security/procedures.server.ts. */
export const passkeysProcedures = {
  listPasskeys: member.listPasskeys.handler(async ({ context: { db, viewer } }) => ({
    items: await table.listPasskeys(db, viewer.id),
  })),

  beginPasskey: member.beginPasskey.handler(async ({ context, errors }) => {
    const { config, db, viewer, siteSettings } = context
    if (await table.rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
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
    if (await table.rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const challenge = await consumePasskeyChallenge(context, input.ticket, {
      purpose: 'add',
      member_id: viewer.id,
    })
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
    if (await table.rolesNeedPasskey(context)) throw errors.PASSKEY_FIRST()
    const issuers = config.OIDC_PROVIDERS.map(({ issuer }) => issuer)
    const removed = await table.deletePasskey(db, viewer.id, { id, issuers, keptId: session?.id })
    if (removed === 'none') throw errors.NOT_FOUND()
    if (removed === 'last') throw errors.CONFLICT()
    bus.publish(SESSIONS_CHANNEL, [viewer.id])
    await enqueueQuietly(context, sendPasskeyRemoved, { user_id: viewer.id, name: removed.name })
    return { status: true as const }
  }),

  readProof: member.readProof.handler(async ({ context: { db, viewer } }) => {
    const { has_password, has_passkey } = await listSignInMethods(db, viewer.id)
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

const PASSWORD_MANAGERS: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on a Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'Apple Passwords',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  'fdb141b2-5d84-443e-8a35-4698c205a502': 'KeePassXC',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
}

export function suggestedName(aaguid: string, userAgent: string | undefined): string {
  const { browser, system } = browserName(userAgent ?? null)
  const made = [browser?.replace(/ \d+$/, ''), system && `on ${system}`].filter(Boolean).join(' ')
  return (PASSWORD_MANAGERS[aaguid] ?? (made || 'Passkey')).slice(0, PASSKEY_NAME_MAX).trim()
}
