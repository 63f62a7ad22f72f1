import * as z from 'zod'
import type { Config } from '../../platform/config/config.server.ts'
import { SealedCookie } from '../verification/sealed-cookie.server.ts'
import { sealTimed, unsealTimed } from '../verification/secrets.server.ts'

type CookieConfig = Pick<Config, 'PUBLIC_URL' | 'AUTH_SECRET'>

const until = z.number()

/** State of a sign-in at a provider that began in this browser. */
const attemptSchema = z.object({
  until,
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  code_verifier: z.string(),
  /** Path on this site to go to after the sign-in. */
  redirect: z.string(),
  /** Set when a member connects a provider; absent for a sign-in. */
  member_id: z.string().optional(),
})
export type OpenIdAttempt = z.infer<typeof attemptSchema>

/** Data of a person who returned from a provider and has no account here yet. */
const newcomerSchema = z.object({
  until,
  provider: z.string(),
  /** The provider's id for this person. */
  subject: z.string(),
  email: z.string(),
  username: z.string(),
  redirect: z.string(),
})
export type NewcomerCookieData = z.infer<typeof newcomerSchema>

/** Seconds to sign in at the provider: enough for a password manager and a second factor. */
const ATTEMPT_SECONDS = 900
const NEWCOMER_SECONDS = 1800

export const attemptCookie = new SealedCookie('openid', attemptSchema, ATTEMPT_SECONDS)
export const newcomerCookie = new SealedCookie('openid_newcomer', newcomerSchema, NEWCOMER_SECONDS)

const ticketSchema = z.object({ until, member_id: z.string(), provider: z.string() })

/** Returns a ticket that proves for 60 s that a member confirmed their identity. The route itself can't check that. */
export function createConnectTicket(
  config: CookieConfig,
  about: { member_id: string; provider: string },
): string {
  return sealTimed(config, 'connect', about, 60)
}

/** Returns the member's id, or undefined for a ticket that is invalid, expired or for another provider. */
export function readConnectTicket(
  config: CookieConfig,
  provider: string,
  ticket: string,
): string | undefined {
  const read = unsealTimed(config, 'connect', ticketSchema, ticket)
  return read?.provider === provider ? read.member_id : undefined
}
