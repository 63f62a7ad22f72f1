import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import type { OpenIdProvider } from '../../platform/config/openid-providers.server.ts'
import { isEmail, isUsername, toAsciiAddress, USERNAME_MAX } from '../policy.ts'

const TIMEOUT_SECONDS = 5
/** Milliseconds to cache a provider's metadata, which can change. The library refreshes keys itself. */
const KEPT_MS = 60 * 60 * 1000

/** Caches the providers' metadata (`/.well-known/openid-configuration`). */
export class OpenIdClients {
  private readonly known = new Map<string, { configuration: Promise<Configuration>; until: number }>()

  /** Returns a provider's metadata. Throws if the provider is unreachable or the metadata is invalid. */
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
    // openid-providers.server.ts allows http for localhost only.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  })
}

export interface Claims {
  subject: string
  email: string | undefined
  isVerified: boolean
  /** Suggested username, which is valid but may be taken, or ''. */
  username: string
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

const SUBJECT_MAX = 255

/** Returns claims of the ID token, or of the userinfo endpoint if the token has no email address. */
export async function claimsOf(configuration: Configuration, tokens: Tokens): Promise<Claims> {
  const signed = tokens.claims()
  if (!signed || signed.sub.length > SUBJECT_MAX) throw new Error('The provider returned no user.')
  const { fetchUserInfo } = await import('openid-client')
  const isAsked = signed.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const said = isAsked ? await fetchUserInfo(configuration, tokens.access_token, signed.sub) : signed
  const email = typeof said.email === 'string' ? toAsciiAddress(said.email.trim().toLowerCase()) : undefined
  return {
    subject: signed.sub,
    email: email !== undefined && isEmail(email) ? email : undefined,
    // Some providers send 'true' as a string.
    isVerified: said.email_verified === true || (said.email_verified as unknown) === 'true',
    username: usernameFrom(said.preferred_username, email?.split('@')[0]),
  }
}

/** Returns the first of the names that is a valid username after special characters are removed. */
function usernameFrom(...names: unknown[]): string {
  const plain = names.map((name) =>
    typeof name === 'string'
      ? name
          .normalize('NFKD')
          .replace(/[^A-Za-z0-9_-]+/g, '')
          .slice(0, USERNAME_MAX)
      : '',
  )
  return plain.find(isUsername) ?? ''
}
