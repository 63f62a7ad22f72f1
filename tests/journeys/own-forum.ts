import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bin/port.ts'
import { startServer } from '../../bin/program.ts'
import { CLIENT, startOpenIdProvider } from '../openid-provider.ts'
import { type Forum, test as shared } from './journey.ts'

type OpenIdProvider = Awaited<ReturnType<typeof startOpenIdProvider>>

interface OwnForum extends Forum {
  /** What the forum has printed so far. */
  lines: readonly string[]
  provider?: OpenIdProvider
}

interface Options {
  limits: 'on' | 'off'
  settings: Record<string, string>
  hasProvider: boolean
}

/** Base of browser tests that would disturb others in the shared forum. Each worker starts its own forum. */
export const test = shared.extend<object, Options & { forum: OwnForum }>({
  /** Turns on rate limits, and approval of new members' content. */
  limits: ['off', { option: true, scope: 'worker' }],
  /** Further environment variables of the forum. */
  settings: [{}, { option: true, scope: 'worker' }],
  /** Whether members can sign in with OpenID Connect. The provider is `forum.provider`. */
  hasProvider: [false, { option: true, scope: 'worker' }],
  forum: [
    async ({ limits, settings, hasProvider }, use) => {
      const DATA_DIR = await mkdtemp(join(tmpdir(), 'threshold-own-'))
      const PORT = String(await freePort())
      const url = `http://localhost:${PORT}`
      const env = { PORT, DATA_DIR, PUBLIC_URL: url, DATABASE_URL: '', NODE_ENV: 'production' }
      const provider = hasProvider ? await startOpenIdProvider({ url }) : undefined
      const server = startServer(['dist/server/start.js'], {
        ...env,
        RATE_LIMITS: limits,
        ...settings,
        ...(provider && variablesOf(provider)),
      })
      await server.ready
      const forum: OwnForum = { url, dataDir: DATA_DIR, lines: server.lines, ...(provider && { provider }) }
      await use(forum)
      await server.stop()
      await provider?.stop()
      await rm(DATA_DIR, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

function variablesOf({ issuer }: OpenIdProvider) {
  return {
    OIDC_ISSUER: issuer,
    OIDC_NAME: 'The University',
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  }
}
