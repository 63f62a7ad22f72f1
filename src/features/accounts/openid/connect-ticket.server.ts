import * as z from 'zod'
import type { Config } from '../../../platform/config.server.ts'
import { authSecret, seal, unseal } from '../verification/secrets.server.ts'

const TICKET = 'connect:'
/** From the answer that gives it to the request that uses it. */
const TICKET_MS = 60_000
const schema = z.object({ member_id: z.string(), provider: z.string(), until: z.number() })

/**
 * Says that a member, who has just proved to be that, wants to connect an account elsewhere: the operation that checks the proof sets
 * no cookie, and the route that sets one checks none.
 */
export function connectTicket(
  config: Pick<Config, 'AUTH_SECRET'>,
  about: { member_id: string; provider: string },
): string {
  return seal(authSecret(config), TICKET + JSON.stringify({ ...about, until: Date.now() + TICKET_MS }))
}

/** Whose it is; undefined when it is none of ours, too old, or for another provider. */
export function memberOfTicket(
  config: Pick<Config, 'AUTH_SECRET'>,
  provider: string,
  ticket: string,
): string | undefined {
  try {
    const text = unseal(authSecret(config), ticket)
    if (!text.startsWith(TICKET)) return undefined
    const read = schema.parse(JSON.parse(text.slice(TICKET.length)))
    return read.provider === provider && read.until > Date.now() ? read.member_id : undefined
  } catch {
    return undefined
  }
}
