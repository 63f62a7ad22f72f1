import { randomInt } from 'node:crypto'
import type { Services } from '../../core/context.server.ts'
import { errorResponse, unavailableResponse } from '../api-response.server.ts'
import { ADDRESS_BLOCKED } from '../blocked-mail/policy.ts'
import { isBlockedMail } from '../blocked-mail/sql.server.ts'
import { consumeSignUpMail, type MailAllowance } from '../mail/sign-up-mails.server.ts'
import { findUsernameObstacle } from '../sql.server.ts'
import type { Hashing } from './hashing.server.ts'
import { findLookalike, LIKE_STAFF } from './lookalikes.server.ts'

interface SignUp {
  signingUp: SignUpReservations
  email: string
  username: string | undefined
  address: string
  allowance: MailAllowance
}

/** Returns undefined for an acceptable sign-up and counts its mail, otherwise an error response. */
export async function findSignUpRefusal(
  services: Services,
  { signingUp, email, username, address, allowance }: SignUp,
) {
  if (await isBlockedMail(services.db, email)) return addressRefusal()
  const obstacle = async () => (await usernameObstacle(services, username)) ?? signingUp.obstacle(username)
  const taken = await obstacle()
  if (taken) return usernameRefusal(taken)
  // Counts a mail even if the address has an account, but not if a full password queue refuses the sign-up.
  const crowd = signingUp.hasRoom() ? await consumeSignUpMail(services, allowance, address) : 0
  if (crowd > 0) return unavailableResponse(crowd, 'Too many people are signing up right now.')
  // Checks the name again after the wait. Nothing is awaited until `run`, so one of two sign-ups gets it.
  const rival = await obstacle()
  return rival && usernameRefusal(rival)
}

/** Reserves usernames during a sign-up on this node, until they are in the database. */
export class SignUpReservations {
  private readonly hashing: Hashing
  private readonly names = new Set<string>()

  constructor(hashing: Hashing) {
    this.hashing = hashing
  }

  /** Checks the sign-ups in progress. Call it after the database check, or an account could be created in between. */
  obstacle(username: string | undefined): 'taken' | undefined {
    return username !== undefined && this.names.has(username.toLowerCase()) ? 'taken' : undefined
  }

  hasRoom(): boolean {
    return this.hashing.hasRoom()
  }

  /** Signs up after waiting in the password queue. Throws `OverloadedError` at once if it is full. */
  async run(username: string | undefined, make: () => Promise<Response>): Promise<Response> {
    const name = username?.toLowerCase()
    if (name) this.names.add(name)
    try {
      return await this.hashing.claim(() => twice(make))
    } finally {
      if (name) this.names.delete(name)
    }
  }
}

/** Retries the second of two concurrent sign-ups with one address. It finds the new account and drops its password. */
async function twice(make: () => Promise<Response>): Promise<Response> {
  const answer = await make()
  return answer.status === 422 ? make() : answer
}

const OBSTACLES = {
  reserved: 'This username is reserved. Please choose another.',
  taken: 'This username is taken. Please choose another.',
  staff: LIKE_STAFF,
}

type Obstacle = keyof typeof OBSTACLES

export function addressRefusal(): Response {
  return errorResponse(400, 'BAD_REQUEST', ADDRESS_BLOCKED, 'email')
}

export async function usernameObstacle({ db }: Services, username: string | undefined) {
  if (username === undefined) return undefined
  return (await findUsernameObstacle(db, username)) ?? (await findLookalike(db, { username }))?.like
}

export function usernameRefusal(obstacle: Obstacle): Response {
  return errorResponse(409, 'CONFLICT', OBSTACLES[obstacle], 'username')
}

/** Sets a missing username if the default, derived from the address (db/schema/profiles.sql), looks reserved. */
export async function withRequiredName({ db }: Services, input: unknown): Promise<object> {
  const { email = '', username } = input as { email?: string; username?: string }
  const given = email.split('@')[0]?.replace(/[^\w-]/g, '')
  const isTakenIn = !username && (await findLookalike(db, { username: given })) !== undefined
  return { name: '', ...(input as object), ...(isTakenIn && { username: `member${randomInt(100_000_000)}` }) }
}
