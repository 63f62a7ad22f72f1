import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client'
import { isEmail, isUsername, toAsciiAddress, USERNAME_MAX } from '../policy.ts'

/** What a provider says of somebody. */
export interface Claims {
  subject: string
  /** In small letters, as addresses are kept. */
  email: string | undefined
  isVerified: boolean
  /** Allowed here, if not free. */
  username: string
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

/** accounts.account_id. OpenID Connect gives a subject 255 characters at most. */
const SUBJECT_MAX = 255

/** From the signed token, and from the provider's own answer where that says nothing of an address. */
export async function claimsOf(configuration: Configuration, tokens: Tokens): Promise<Claims> {
  const signed = tokens.claims()
  if (!signed || signed.sub.length > SUBJECT_MAX) throw new Error('The provider named nobody.')
  const { fetchUserInfo } = await import('openid-client')
  const isAsked = signed.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  const said = isAsked ? await fetchUserInfo(configuration, tokens.access_token, signed.sub) : signed
  const email = typeof said.email === 'string' ? toAsciiAddress(said.email.trim().toLowerCase()) : undefined
  return {
    subject: signed.sub,
    email: email !== undefined && isEmail(email) ? email : undefined,
    // Some providers write it as a word.
    isVerified: said.email_verified === true || (said.email_verified as unknown) === 'true',
    username: usernameFrom(said.preferred_username, email?.split('@')[0]),
  }
}

/** The first that leaves a username behind, without what none has. */
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
