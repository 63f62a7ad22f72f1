import type { Services } from '../core/context.server.ts'
import type { Auth } from './auth.server.ts'
import type { Hashing } from './sign-in/hashing.server.ts'

/** Returns a function that loads better-auth on first use, as most tests don't need it. Retries failures. */
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
