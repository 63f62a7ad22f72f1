/**
 * Why nobody was signed in, as `/auth?openid=…` has it: a newcomer chooses a name
 * there, and who has a second factor gives its code.
 */
export const OPENID_OUTCOMES = [
  'newcomer',
  'code',
  'denied',
  'expired',
  'failed',
  'exists',
  'no-address',
  'unverified',
] as const
export type OpenIdOutcome = (typeof OPENID_OUTCOMES)[number]

/** How connecting an account ended, as `/settings?openid=…` has it. */
export const CONNECT_OUTCOMES = ['connected', 'taken', 'denied', 'expired', 'failed'] as const
export type ConnectOutcome = (typeof CONNECT_OUTCOMES)[number]

export function isOneOf<T extends string>(all: readonly T[], value: unknown): value is T {
  return all.includes(value as T)
}
