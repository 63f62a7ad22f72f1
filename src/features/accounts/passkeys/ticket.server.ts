import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { DB } from '../../../db/types.ts'
import type { Config } from '../../../platform/config.server.ts'
import { sealTimed, unsealTimed } from '../verification/secrets.server.ts'
import { CHALLENGE_SECONDS } from './policy.ts'

type SecretConfig = Pick<Config, 'AUTH_SECRET'>

const schema = z.object({
  purpose: z.enum(['sign-in', 'prove', 'add']),
  /** Unknown for a sign-in. */
  member_id: z.string().optional(),
  challenge: z.string(),
  until: z.number(),
})
type Wanted = Pick<z.infer<typeof schema>, 'purpose' | 'member_id'>

/** A challenge, and a ticket that comes back with its answer, so that nothing has to be stored. */
export function newChallenge(
  config: SecretConfig,
  wanted: Wanted,
): { challenge: Uint8Array<ArrayBuffer>; ticket: string } {
  const bytes = randomBytes(32)
  const content = { ...wanted, challenge: bytes.toString('base64url') }
  return {
    challenge: Uint8Array.from(bytes),
    ticket: sealTimed(config, 'passkey', content, CHALLENGE_SECONDS),
  }
}

/**
 * The challenge of a ticket in base64url, only once on all nodes. Undefined when the ticket is invalid, too old, or for another
 * purpose or member.
 */
export async function takeChallenge(
  { config, db }: { config: SecretConfig; db: Kysely<DB> },
  ticket: string,
  { purpose, member_id }: Wanted,
): Promise<string | undefined> {
  const read = unsealTimed(config, 'passkey', schema, ticket)
  if (read?.purpose !== purpose || read.member_id !== member_id) return undefined
  const digest = createHash('sha256').update(read.challenge).digest()
  const { rows } = await sql`
    insert into used_challenges (digest, ends_at) values (${digest}, ${new Date(read.until)})
    on conflict do nothing returning digest`.execute(db)
  return rows.length > 0 ? read.challenge : undefined
}
