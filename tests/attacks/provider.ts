/** An OpenID provider for authorisation.test.ts. It is configured but never called. */
export const PROVIDER = {
  id: 'openid',
  name: 'The University',
  issuer: 'https://id.example.org',
  clientId: 'forum',
  clientSecret: 'a secret',
}
