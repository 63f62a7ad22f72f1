/** Each scope includes the previous ones. */
export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Scope of a contract: `oc.meta(byToken.read)`. Operations without a scope refuse access tokens. */
export const byToken = {
  read: { token: 'read' },
  write: { token: 'write' },
  moderate: { token: 'moderate' },
} as const satisfies Record<TokenScope, { token: TokenScope }>

export function includesScope(given: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(given) >= TOKEN_SCOPES.indexOf(needed)
}
