import type { Services } from '../../api/core/context.server.ts'
import type { Auth } from './auth.server.ts'
import type { Hashing } from './sign-in/hashing.server.ts'

/**
 * Makes better-auth with the first who need it, and again after a failure. The server has it loaded at its start (server.ts); tests
 * that need none do without.
 */
export function authLoader(services: Services, hashing: Hashing): () => Promise<Auth> {
  let made: Promise<Auth> | undefined
  return () => {
    made ??= import('./auth.server.ts')
      .then(({ createAuth }) => createAuth(services, hashing))
      .catch((error: unknown) => {
        made = undefined
        throw error
      })
    return made
  }
}
