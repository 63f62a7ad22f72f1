/** What an access token may be good for, each for all that those before it are. */
export const TOKEN_SCOPES = ['read', 'write', 'moderate'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** For contracts: `oc.meta(byToken.read)`. An operation that says nothing of the kind takes no access token. */
export const byToken = {
  read: { token: 'read' },
  write: { token: 'write' },
  moderate: { token: 'moderate' },
} as const satisfies Record<TokenScope, { token: TokenScope }>

export function includesScope(given: TokenScope, needed: TokenScope): boolean {
  return TOKEN_SCOPES.indexOf(given) >= TOKEN_SCOPES.indexOf(needed)
}
