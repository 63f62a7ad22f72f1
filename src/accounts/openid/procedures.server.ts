import { guards } from '../../core/procedure.server.ts'
import { enqueueQuietly, sendProviderDisconnected } from '../mail/jobs.server.ts'
import { openIdContract as contract } from './contract.ts'
import { createConnectTicket } from './cookies.server.ts'
import { deleteProviderAccount, listSignInMethods } from './sql.server.ts'

const { member } = guards(contract)

/** Procedures for connected providers. The redirects are in routes.server.ts. */
export const openIdProcedures = {
  listProviders: member.listProviders.handler(async ({ context: { config, db, viewer } }) => {
    const { has_password, connected } = await listSignInMethods(db, viewer.id)
    const since = new Map(connected.map(({ issuer, created_at }) => [issuer, created_at]))
    const providers = config.OIDC_PROVIDERS.map(({ id, name, issuer }) => ({
      id,
      name,
      connected_at: since.get(issuer) ?? null,
    }))
    return { has_password, providers }
  }),

  connectProvider: member.connectProvider.handler(({ context: { config, viewer }, input, errors }) => {
    if (!config.OIDC_PROVIDERS.some(({ id }) => id === input.provider)) throw errors.NOT_FOUND()
    return { ticket: createConnectTicket(config, { member_id: viewer.id, provider: input.provider }) }
  }),

  disconnectProvider: member.disconnectProvider.handler(async ({ context, input, errors }) => {
    const { config, db, viewer } = context
    const found = config.OIDC_PROVIDERS.find(({ id }) => id === input.provider)
    if (!found) throw errors.NOT_FOUND()
    const issuers = config.OIDC_PROVIDERS.map(({ issuer }) => issuer)
    const outcome = await deleteProviderAccount(db, viewer.id, found.issuer, issuers)
    if (outcome === 'none') throw errors.NOT_FOUND()
    if (outcome === 'last') throw errors.CONFLICT()
    await enqueueQuietly(context, sendProviderDisconnected, { user_id: viewer.id, provider: found.name })
    return { status: true as const }
  }),
}
