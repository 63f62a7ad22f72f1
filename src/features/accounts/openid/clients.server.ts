import type { Configuration } from 'openid-client'
import type { OpenIdProvider } from '../../../platform/openid-providers.server.ts'

/** A provider that does not answer for so long is away. */
const TIMEOUT_SECONDS = 5
/** What a provider says of itself is asked for again: its addresses move, if seldom. Its keys are the library's to renew. */
const KEPT_MS = 60 * 60 * 1000

/** What providers say of themselves (`/.well-known/openid-configuration`), read with the first who needs it. */
export class OpenIdClients {
  private readonly known = new Map<string, { configuration: Promise<Configuration>; until: number }>()

  /** Throws when the provider is away or is not what its address says. */
  of(provider: OpenIdProvider): Promise<Configuration> {
    const known = this.known.get(provider.id)
    if (known && known.until > Date.now()) return known.configuration
    const configuration = discover(provider)
    this.known.set(provider.id, { configuration, until: Date.now() + KEPT_MS })
    configuration.catch(() => this.known.delete(provider.id))
    return configuration
  }
}

async function discover({ issuer, clientId, clientSecret }: OpenIdProvider): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client')
  const url = new URL(issuer)
  return discovery(url, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // The signature of the ID token is checked with the provider's keys. http is for this machine alone
    // (platform/openid-providers.server.ts).
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}
