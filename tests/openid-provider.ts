import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** Claims that the provider makes about the person who signs in. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean
  preferred_username?: string
}

export const CLIENT = { id: 'forum', secret: 'a secret between the two of us' }

/**
 * Starts an OpenID Connect provider on a local port. Its sign-in page has no form: it signs in `person`, or
 * refuses if that is undefined. It requires PKCE and knows one client, which may only redirect to `forum`.
 */
export async function startOpenIdProvider(forum: { url: string }) {
  let person: Person | undefined
  let foreignKeys: string | undefined
  const http = createServer((request, response) => {
    if (request.url === '/jwks' && foreignKeys)
      response.setHeader('content-type', 'application/json').end(foreignKeys)
    else if (request.url?.startsWith('/interaction/')) void answer(request, response)
    else handle(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const provider = new Provider(
    issuer,
    configuration(forum, () => person),
  )
  const handle = provider.callback()

  async function answer(...[request, response]: Parameters<typeof handle>): Promise<void> {
    const { grantId, params } = await provider.interactionDetails(request, response)
    if (!person) {
      const refusal = { error: 'access_denied', error_description: 'Somebody pressed Cancel.' }
      return provider.interactionFinished(request, response, refusal)
    }
    const grant =
      (grantId ? await provider.Grant.find(grantId) : undefined) ??
      new provider.Grant({ accountId: person.sub, clientId: String(params.client_id) })
    grant.addOIDCScope('openid email profile')
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(request, response, { login: { accountId: person.sub }, consent })
  }

  return {
    issuer,
    /** Sets the person for all further sign-ins. */
    setPerson(next: Person | undefined) {
      person = next
    },
    /** From now on, publishes keys that do not match the provider's signatures. */
    async publishForeignKeys() {
      const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: JsonWebKey[] }
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const { n, e } = publicKey.export({ format: 'jwk' })
      foreignKeys = JSON.stringify({ keys: keys.map((key) => (key.kty === 'RSA' ? { ...key, n, e } : key)) })
    },
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

function configuration(forum: { url: string }, personNow: () => Person | undefined): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: ['openid', 'work'].map((id) => `${forum.url}/auth/callback/${id}`),
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    // Puts claims into the ID token as well, like most providers.
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...personNow(), sub }) }),
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of a test'] },
    // Sessions expire after 1 s. Otherwise, the provider would sign in the previous person again.
    ttl: { Session: 1, Grant: 60, Interaction: 60, AccessToken: 60, IdToken: 60 },
  }
}
