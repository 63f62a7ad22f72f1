/** Scopes of access tokens, in ascending order. Each scope includes the previous ones. */
export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Declares the scope in a contract: `oc.meta(byToken.read)`. Without one, access tokens are refused. */
export const byToken = {
  read: { token: 'read' },
  write: { token: 'write' },
  moderate: { token: 'moderate' },
} as const satisfies Record<TokenScope, { token: TokenScope }>

export function includesScope(given: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(given) >= TOKEN_SCOPES.indexOf(needed)
}
