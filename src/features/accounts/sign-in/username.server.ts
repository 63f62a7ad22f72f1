import { randomInt } from 'node:crypto'
import type { Services } from '../../../api/core/context.server.ts'
import type { ApiErrorBody } from '../api-response.server.ts'
import { findUsernameObstacle } from '../sql.server.ts'
import { findLookalike, LIKE_STAFF } from './lookalikes.server.ts'

const OBSTACLES = {
  reserved: 'This username is reserved. Please choose another.',
  taken: 'This username is taken. Please choose another.',
  staff: LIKE_STAFF,
}

type Obstacle = keyof typeof OBSTACLES

/** Why nobody may take a name, as far as the database knows; undefined when it is free. */
export async function usernameObstacle(
  { db }: Services,
  username: string | undefined,
): Promise<Obstacle | undefined> {
  if (username === undefined) return undefined
  return (await findUsernameObstacle(db, username)) ?? (await findLookalike(db, { username }))?.like
}

export function refuseUsername(obstacle: Obstacle): ApiErrorBody {
  return { status: 409, code: 'CONFLICT', message: OBSTACLES[obstacle], field: 'username' }
}

/**
 * better-auth wants a name at sign-up; ours is in the profile. Who chose no username is given the part of the address
 * before the @ (0003_profiles.sql), unless it looks like a name of the house.
 */
export async function withRequiredName({ db }: Services, input: unknown): Promise<object> {
  const { email = '', username } = input as { email?: string; username?: string }
  const given = email.split('@')[0]?.replace(/[^\w-]/g, '')
  const isTakenIn = !username && (await findLookalike(db, { username: given })) !== undefined
  return { name: '', ...(input as object), ...(isTakenIn && { username: `member${randomInt(100_000_000)}` }) }
}
