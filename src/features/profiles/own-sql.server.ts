import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { OwnProfile } from '../accounts/contract.ts'
import { isHeldUsername } from '../accounts/sql.server.ts'
import { FORMER_NAMES_MAX } from './own-policy.ts'

type Change = Partial<Omit<OwnProfile, 'avatar_url'>>

const COLUMNS = [
  'username',
  'full_name',
  'bio',
  'location',
  'website_url',
  'avatar_url',
  'updated_at',
] as const

export function readOwnProfile(db: Kysely<DB>, id: string): Promise<OwnProfile> {
  return db.selectFrom('profiles').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Why a name cannot be had by who asks for it; the database knows the other reasons (0003_profiles.sql). */
export class UsernameRefused extends Error {
  override name = 'UsernameRefused'
}

/**
 * The profile before and after. Nothing when, asked with `updated_at`, it was changed since. Throws UsernameRefused, or
 * what the constraints refuse.
 */
export function updateProfile(db: Kysely<DB>, id: string, { updated_at, ...change }: Change) {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('profiles')
      .select(COLUMNS)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (updated_at !== undefined && updated_at !== before.updated_at) return undefined
    const isRenamed = isAnother(before.username, change.username)
    if (isRenamed && (await isHeldUsername(trx, change.username ?? '')))
      throw new UsernameRefused('This username is taken.')
    const after = await trx
      .updateTable('profiles')
      // `id` stays; it is there so that a change of nothing is a statement too.
      .set({ ...change, id })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow()
    if (isRenamed) await refuseCollecting(trx, id)
    return { before, after }
  })
}

async function refuseCollecting(trx: Transaction<DB>, id: string): Promise<void> {
  const { names } = await trx
    .selectFrom('former_usernames')
    .select(sql<number>`count(*)`.as('names'))
    .where('user_id', '=', id)
    .where(sql<boolean>`is_former_username(username, null)`)
    .executeTakeFirstOrThrow()
  if (names > FORMER_NAMES_MAX)
    throw new UsernameRefused('You have changed your username too often. Please keep it for a while.')
}

function isAnother(username: string, wanted: string | undefined): boolean {
  return wanted !== undefined && wanted.toLowerCase() !== username.toLowerCase()
}
