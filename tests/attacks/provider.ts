/** A place to sign in that authorisation.test.ts has configured; nobody asks it anything. */
export const PROVIDER = {
  id: 'openid',
  name: 'The University',
  issuer: 'https://id.example.org',
  clientId: 'forum',
  clientSecret: 'a secret',
}
