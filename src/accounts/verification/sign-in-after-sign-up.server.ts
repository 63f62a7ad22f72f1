import { createHash, randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import { isBrowser } from '../forward-headers.server.ts'
import { findSecondFactor } from '../second-factor/sql.server.ts'
import { authenticate } from '../session/session.server.ts'
import { beginSession } from '../sign-in/complete-sign-in.server.ts'
import { VERIFICATION_HOURS, type VerifiedAddress } from '../sql.server.ts'
import { SealedCookie } from './sealed-cookie.server.ts'

const schema = z.object({ until: z.number(), email: z.string(), nonce: z.string() })
type SignUp = z.infer<typeof schema>

/** Proves that a sign-up happened in this browser. */
const signUpCookie = new SealedCookie('sign_up', schema, VERIFICATION_HOURS * 3600)

/** Returns the Set-Cookie headers of a sign-up, also if the address has an account, so that they don't reveal that. */
export function rememberSignUp({ config }: Services, headers: Headers, input: unknown): string[] {
  const { email = '' } = input as { email?: string }
  return isBrowser(headers)
    ? [signUpCookie.set(config, { email: email.toLowerCase(), nonce: randomUUID() })]
    : []
}

/**
 * Starts a session if this browser signed up with the verified address. Works once per sign-up, while the link is
 * valid, and not instead of a second factor or another member's session. Returns Set-Cookie headers, none if refused.
 */
export async function signInAfterSignUp(
  services: Services,
  caller: { headers: Headers; address: string },
  { user_id, email, is_fresh, needs_password }: VerifiedAddress,
): Promise<string[]> {
  const { config, db } = services
  const signUp = signUpCookie.read(config, caller.headers)
  if (signUp?.email !== email || !is_fresh || needs_password || !isBrowser(caller.headers)) return []
  if ((await findSecondFactor(db, user_id))?.verified) return []
  if ((await authenticate(services, caller.headers)).viewer) return []
  if (!(await consumeSignUp(db, signUp))) return []
  return [signUpCookie.end(config), ...(await beginSession(services, caller, { id: user_id, email }))]
}

/** Accepts a sign-up once across all nodes, because its cookie may have been copied. */
async function consumeSignUp(db: Kysely<DB>, { nonce, until }: SignUp): Promise<boolean> {
  const digest = createHash('sha256').update(nonce).digest()
  const { rows } = await sql`
    insert into used_challenges (digest, ends_at) values (${digest}, ${new Date(until)})
    on conflict do nothing returning digest`.execute(db)
  return rows.length > 0
}
