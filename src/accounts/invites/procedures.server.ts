import { randomBytes } from 'node:crypto'
import type { Context } from '../../core/context.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { hashInviteToken } from '../sign-in/registration.server.ts'
import { invitesContract as contract } from './contract.ts'
import { mayInvite } from './policy.ts'
import { insertInvite, listInvites, revokeInvite } from './sql.server.ts'

const { staff } = guards(contract)

const TOKEN_BYTES = 18

export const invitesProcedures = {
  list: staff.list.handler(async ({ context }) => {
    return { items: await listInvites(context.db), next: null, can: { create: isInviter(context) } }
  }),

  create: staff.create.handler(async ({ context, input, errors }) => {
    if (!isInviter(context)) throw errors.FORBIDDEN()
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const invite = { ...input, token_hash: hashInviteToken(token), created_by: context.viewer.id }
    const id = await insertInvite(context.db, invite)
    return { id, link: `${context.config.PUBLIC_URL}/auth?invite=${token}` }
  }),

  revoke: staff.revoke.handler(async ({ context, input: { id }, errors }) => {
    if (!isInviter(context)) throw errors.FORBIDDEN()
    if (!(await revokeInvite(context.db, id))) throw errors.NOT_FOUND()
    return { id }
  }),
}

function isInviter({ viewer, siteSettings }: Pick<Context, 'viewer' | 'siteSettings'>): boolean {
  return mayInvite(viewer, siteSettings.settings?.inviters ?? 'admins')
}
