/** What a mailed or printed link to the site root carries. */
export interface TokenSearch {
  /** A token to verify an address with. */
  verify?: string | undefined
  /** What the form without script came to. */
  verified?: 'yes' | 'no' | undefined
  /** The token of the first admin's link. */
  admin?: string | undefined
}

export function tokenSearch({ verify, verified, admin }: Record<string, unknown>): TokenSearch {
  return {
    verify: verify === undefined ? undefined : String(verify),
    verified: verified === 'yes' || verified === 'no' ? verified : undefined,
    admin: admin === undefined ? undefined : String(admin),
  }
}
