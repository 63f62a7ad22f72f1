import type { ConstraintErrors } from '../../core/errors.server.ts'
import { guards } from '../../core/procedure.server.ts'
import { enqueueQuietly, sendAccessTokenMade } from '../mail/jobs.server.ts'
import { SESSIONS_CHANNEL } from '../session/session-cache.server.ts'
import { accessTokensContract as contract } from './contract.ts'
import { scopesOf, TOO_MANY_TOKENS } from './policy.ts'
import { endAccessToken, endAccessTokens, insertAccessToken, listAccessTokens } from './sql.server.ts'
import { hashOf, newToken } from './token.server.ts'

const { member } = guards(contract)

export const accessTokensProcedures = {
  list: member.list.handler(async ({ context: { db, viewer } }) => ({
    items: await listAccessTokens(db, viewer.id),
    next: null,
    can: { create: scopesOf(viewer) },
  })),

  create: member.create.handler(async ({ context, input, errors }) => {
    const { db, viewer } = context
    if (!scopesOf(viewer).includes(input.scope)) throw errors.FORBIDDEN({ data: { field: 'scope' } })
    const token = newToken()
    const made = await insertAccessToken(db, { ...input, member_id: viewer.id, token_hash: hashOf(token) })
    const { name, scope, expires_at } = made
    await enqueueQuietly(context, sendAccessTokenMade, { user_id: viewer.id, name, scope, expires_at })
    return { ...made, token }
  }),

  remove: member.remove.handler(async ({ context, input: { id }, errors }) => {
    if (!(await endAccessToken(context.db, context.viewer.id, id))) throw errors.NOT_FOUND()
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    return { id }
  }),

  removeAll: member.removeAll.handler(async ({ context }) => {
    const revoked = await endAccessTokens(context.db, context.viewer.id)
    context.bus.publish(SESSIONS_CHANNEL, [context.viewer.id])
    return { revoked }
  }),
}

export const accessTokenConstraints: ConstraintErrors = {
  access_tokens_limit: ['CONFLICT', TOO_MANY_TOKENS],
  access_tokens_suspended: ['FORBIDDEN', 'You can’t create access tokens while you’re suspended.'],
}
