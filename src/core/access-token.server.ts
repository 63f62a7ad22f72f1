import { ORPCError } from '@orpc/server'
import { includesScope, type TokenScope } from './token-scope.ts'

export interface AccessToken {
  id: string
  scope: TokenScope
  expires_at: string
}

/** Refuses (403) an operation outside the token's scope. `needed`: the scope in the contract, if any. */
export function enforceTokenScope(token: AccessToken | undefined, needed: TokenScope | undefined): void {
  if (!token) return
  if (!needed) throw accessTokenRefusal()
  if (includesScope(token.scope, needed)) return
  const message = `This request needs an access token with the scope "${needed}". Yours has "${token.scope}".`
  throw new ORPCError('SCOPE_REQUIRED', { status: 403, message, data: { scope: needed } })
}

export function accessTokenRefusal(): ORPCError<string, unknown> {
  return new ORPCError('ACCESS_TOKEN_REFUSED', { status: 403, message: REFUSED })
}

const REFUSED = 'This isn’t available with an access token. Sign in to do it.'
