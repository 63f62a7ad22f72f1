import { ORPCError } from '@orpc/server'
import { includesScope, type TokenScope } from './token-scope.ts'

/** What somebody came with in place of a session. */
export interface AccessToken {
  id: string
  scope: TokenScope
  /** ISO 8601 */
  expires_at: string
}

/** Refuses (403) what an access token is not good for. `needed`: the scope that the contract names, if it names one. */
export function enforceTokenScope(token: AccessToken | undefined, needed: TokenScope | undefined): void {
  if (!token) return
  if (!needed) throw accessTokenRefusal()
  if (includesScope(token.scope, needed)) return
  const message = `This needs an access token with the scope "${needed}". Yours has "${token.scope}".`
  throw new ORPCError('SCOPE_REQUIRED', { status: 403, message, data: { scope: needed } })
}

/** For what takes no access token, whatever it is good for. */
export function accessTokenRefusal(): ORPCError<string, unknown> {
  return new ORPCError('ACCESS_TOKEN_REFUSED', { status: 403, message: REFUSED })
}

const REFUSED = 'An access token may not do this. Its member can, signed in.'
