/** Configuration of an OpenID provider for authorisation.test.ts, which never calls the provider. */
export const PROVIDER = {
  id: 'openid',
  name: 'The University',
  issuer: 'https://id.example.org',
  clientId: 'forum',
  clientSecret: 'a secret',
}
