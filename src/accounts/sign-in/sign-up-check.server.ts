import { type Kysely, sql } from 'kysely'
import type { Services } from '../../core/context.server.ts'
import type { DB } from '../../db/types.ts'
import type { Config } from '../../platform/config/config.server.ts'
import type { MailAllowance } from '../mail/sign-up-mails.server.ts'
import { SIGN_UP_CROWD, type SignUpHoldReason } from '../policy.ts'
import { isSolved, makeChallengeOf } from '../verification/challenges.server.ts'
import type { Challenge, Proof } from './challenge-schema.ts'

interface SignUp {
  proof?: Proof | undefined
  website?: string | undefined
  invite_id?: string
}

/** Returns a challenge if many people sign up, else null. `always` returns one anyway, to retry a refused sign-up. */
export async function challengeIfCrowded(
  { config, visitorDb }: Pick<Services, 'config' | 'visitorDb'>,
  { always = false }: { always?: boolean | undefined } = {},
): Promise<Challenge | null> {
  if (!config.RATE_LIMITS) return null
  if (always) return makeChallenge(config)
  const { rows } = await sql<{ is_crowd: boolean }>`
    select is_sign_up_crowd(${SIGN_UP_CROWD}) as is_crowd`.execute(visitorDb)
  return rows[0]?.is_crowd ? makeChallenge(config) : null
}

/** Signs up. Posts of a suspected bot require approval. The response doesn't reveal this. */
export async function withSignUpCheck(
  { config, db, log }: Pick<Services, 'config' | 'db' | 'log'>,
  input: object,
  signUp: (input: object, allowance: MailAllowance) => Promise<Response>,
): Promise<Response> {
  const { proof, website, ...rest } = input as SignUp
  if (!config.RATE_LIMITS) return signUp(rest, 'unproven')
  const taken = rest.invite_id ? undefined : await takeSignUp(db, await solvedChallenge(config, proof))
  const isUnproven = taken?.is_crowd && !taken.is_proven
  const held_for: SignUpHoldReason | undefined = website ? 'hidden_field' : isUnproven ? 'crowd' : undefined
  const allowance = rest.invite_id || taken?.is_proven ? 'proven' : 'unproven'
  let isDone = false
  try {
    const response = await signUp({ ...rest, ...(held_for && { held_for }) }, allowance)
    isDone = response.ok
    if (isDone && held_for) log.info({ held_for }, 'content of a new account requires approval')
    return response
  } finally {
    // Releases the proof after a failure, so that it is valid for another try.
    if (taken && !isDone) await sql`delete from sign_ups where id = ${taken.id}`.execute(db)
  }
}

async function takeSignUp(db: Kysely<DB>, challenge: string | undefined) {
  const { rows } = await sql<{ id: string; is_crowd: boolean; is_proven: boolean }>`
    select * from count_sign_up(${challenge ?? null}, ${SIGN_UP_CROWD})`.execute(db)
  return rows[0]
}

const USE = 'challenge'
/** Seconds for which a challenge is valid. Then the page requests a new one. */
const CHALLENGE_TTL = 20 * 60
/** About 0.5 s on a computer, 2 s on a phone, while the form is filled in. */
const DERIVATIONS = [200, 600] as const

export function makeChallenge(config: Pick<Config, 'AUTH_SECRET'>): Promise<Challenge> {
  return makeChallengeOf(config, { use: USE, cost: 5000, derivations: DERIVATIONS, ttl: CHALLENGE_TTL })
}

/** Returns the nonce of a solved challenge, to accept it only once. Undefined if unsolved or expired. */
async function solvedChallenge(config: Pick<Config, 'AUTH_SECRET'>, proof: Proof | undefined) {
  return proof && (await isSolved(config, USE, proof)) ? proof.challenge.parameters.nonce : undefined
}
