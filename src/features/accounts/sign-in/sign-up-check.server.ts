import { type Kysely, sql } from 'kysely'
import type { Services } from '../../../api/core/context.server.ts'
import type { DB } from '../../../db/types.ts'
import type { MailAllowance } from '../mail/sign-up-mails.server.ts'
import { CROWD, type HeldFor } from '../policy.ts'
import { makeChallenge, solvedChallenge } from './challenge.server.ts'
import type { Challenge, Proof } from './challenge-schema.ts'

interface SignUp {
  proof?: Proof | undefined
  website?: string | undefined
  /** Set by withRegistration: no stranger. */
  invite_id?: string
}

/**
 * Null where strangers sign up one by one: then nobody has anything to solve. `always` is for a sign-up that was refused
 * because there were too many, which a solved challenge sets apart from them.
 */
export async function challengeNow(
  { config, visitorDb }: Pick<Services, 'config' | 'visitorDb'>,
  { always = false }: { always?: boolean | undefined } = {},
): Promise<Challenge | null> {
  if (!config.RATE_LIMITS) return null
  if (always) return makeChallenge(config)
  const { rows } = await sql<{ is_crowd: boolean }>`
    select is_sign_up_crowd(${CROWD}) as is_crowd`.execute(visitorDb)
  return rows[0]?.is_crowd ? makeChallenge(config) : null
}

/**
 * Signs somebody up whose words will wait for a moderator until they are established, where that is how a program would
 * come. Nobody is refused, and the answer is the same.
 */
export async function withSignUpCheck(
  { config, db, log }: Pick<Services, 'config' | 'db' | 'log'>,
  input: object,
  signUp: (input: object, allowance: MailAllowance) => Promise<Response>,
): Promise<Response> {
  const { proof, website, ...rest } = input as SignUp
  if (!config.RATE_LIMITS) return signUp(rest, 'unproven')
  const taken = rest.invite_id ? undefined : await takeSignUp(db, await solvedChallenge(config, proof))
  const isUnproven = taken?.is_crowd && !taken.is_proven
  const held_for: HeldFor | undefined = website ? 'hidden_field' : isUnproven ? 'crowd' : undefined
  const allowance = rest.invite_id || taken?.is_proven ? 'proven' : 'unproven'
  let isDone = false
  try {
    const response = await signUp({ ...rest, ...(held_for && { held_for }) }, allowance)
    isDone = response.ok
    if (isDone && held_for) log.info({ held_for }, 'what a new account writes waits for approval')
    return response
  } finally {
    // A name that is taken: with another the same proof is good.
    if (taken && !isDone) await sql`delete from sign_ups where id = ${taken.id}`.execute(db)
  }
}

async function takeSignUp(db: Kysely<DB>, challenge: string | undefined) {
  const { rows } = await sql<{ id: string; is_crowd: boolean; is_proven: boolean }>`
    select * from take_sign_up(${challenge ?? null}, ${CROWD})`.execute(db)
  return rows[0]
}
