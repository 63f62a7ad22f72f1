import type { Services } from '../core/context.server.ts'
import type { Auth } from './auth.server.ts'
import type { Hashing } from './sign-in/hashing.server.ts'

/** Loads better-auth on first use and retries after a failure. Most tests don't need it. */
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
