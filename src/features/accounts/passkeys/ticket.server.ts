import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { DB } from '../../../db/types.ts'
import type { Config } from '../../../platform/config.server.ts'
import { authSecret, seal, unseal } from '../verification/secrets.server.ts'
import { CHALLENGE_SECONDS } from './policy.ts'

type Purpose = 'sign-in' | 'prove' | 'add'

interface Wanted {
  purpose: Purpose
  /** Who asks; signing in nobody is known yet. */
  member_id?: string
}

const TICKET = 'passkey:'
const schema = z.object({
  purpose: z.enum(['sign-in', 'prove', 'add']),
  member_id: z.string().optional(),
  challenge: z.string(),
  until: z.number(),
})

type SecretConfig = Pick<Config, 'AUTH_SECRET'>

/** A challenge for a device, and sealed beside it what it is for: nothing is kept until it is answered. */
export function newChallenge(
  config: SecretConfig,
  wanted: Wanted,
): { challenge: Uint8Array<ArrayBuffer>; ticket: string } {
  const challenge = Uint8Array.from(randomBytes(32))
  const text = JSON.stringify({
    ...wanted,
    challenge: Buffer.from(challenge).toString('base64url'),
    until: Date.now() + CHALLENGE_SECONDS * 1000,
  })
  return { challenge, ticket: seal(authSecret(config), TICKET + text) }
}

/**
 * The challenge of a ticket, in base64url, once: of two who bring the same, at whichever node, one gets it. Undefined when it is none
 * of ours, for something or somebody else, or too old.
 */
export async function takeChallenge(
  { config, db }: { config: SecretConfig; db: Kysely<DB> },
  ticket: string,
  { purpose, member_id }: Wanted,
): Promise<string | undefined> {
  const read = openTicket(config, ticket)
  if (!read || read.purpose !== purpose || read.member_id !== member_id || read.until <= Date.now())
    return undefined
  const digest = createHash('sha256').update(read.challenge).digest()
  const { rows } = await sql`
    insert into used_challenges (digest, ends_at) values (${digest}, ${new Date(read.until)})
    on conflict do nothing returning digest`.execute(db)
  return rows.length > 0 ? read.challenge : undefined
}

function openTicket(config: SecretConfig, ticket: string) {
  try {
    const text = unseal(authSecret(config), ticket)
    return text.startsWith(TICKET) ? schema.parse(JSON.parse(text.slice(TICKET.length))) : undefined
  } catch {
    return undefined
  }
}
