import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { findLookalike, LIKE_STAFF } from '../accounts/sign-in/lookalikes.server.ts'
import { isHeldUsername } from '../accounts/sql.server.ts'
import type { OwnProfile } from './my-profile-contract.ts'
import { FORMER_NAMES_MAX } from './my-profile-policy.ts'

type Change = Partial<Omit<OwnProfile, 'avatar_url'>>

const COLUMNS = [
  'username',
  'full_name',
  'bio',
  'location',
  'website_url',
  'avatar_url',
  'messages_from',
  'updated_at',
] as const

export function readOwnProfile(db: Kysely<DB>, id: string): Promise<OwnProfile> {
  return db
    .selectFrom('profiles')
    .select(COLUMNS)
    .where('id', '=', id)
    .$castTo<OwnProfile>()
    .executeTakeFirstOrThrow()
}

/** Why a name cannot be had by who asks for it; the database knows the other reasons (0003_profiles.sql). */
export class UsernameRejected extends Error {
  override name = 'UsernameRejected'
  readonly field: 'username' | 'full_name'

  constructor(message: string, field: 'username' | 'full_name' = 'username') {
    super(message)
    this.field = field
  }
}

/**
 * The profile before and after. Nothing when, asked with `updated_at`, it was changed since. Throws UsernameRejected, or
 * what the constraints refuse.
 */
export function updateProfile(db: Kysely<DB>, id: string, { updated_at, ...change }: Change) {
  return db.transaction().execute(async (trx) => {
    const before = await trx
      .selectFrom('profiles')
      .select(COLUMNS)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .$castTo<OwnProfile>()
      .executeTakeFirstOrThrow()
    if (updated_at !== undefined && updated_at !== before.updated_at) return undefined
    const isRenamed = isAnother(before.username, change.username)
    if (isRenamed && (await isHeldUsername(trx, change.username ?? '')))
      throw new UsernameRejected('This username is taken.')
    await refuseLookalike(trx, id, {
      username: isRenamed ? change.username : undefined,
      full_name: change.full_name === before.full_name ? undefined : change.full_name,
    })
    const after = await trx
      .updateTable('profiles')
      // `id` stays; it is there so that a change of nothing is a statement too.
      .set({ ...change, id })
      .where('id', '=', id)
      .returning(COLUMNS)
      .$castTo<OwnProfile>()
      .executeTakeFirstOrThrow()
    if (isRenamed) await refuseCollecting(trx, id)
    return { before, after }
  })
}

/** Only a name that is new to its owner: who has one that looks like the staff's by now keeps it. */
async function refuseLookalike(
  trx: Transaction<DB>,
  id: string,
  names: Parameters<typeof findLookalike>[1],
): Promise<void> {
  const found = await findLookalike(trx, names, id)
  if (!found) return
  if (found.like === 'staff') throw new UsernameRejected(LIKE_STAFF, found.field)
  throw new UsernameRejected(
    found.field === 'username' ? 'This username is reserved.' : LIKE_STAFF,
    found.field,
  )
}

async function refuseCollecting(trx: Transaction<DB>, id: string): Promise<void> {
  const { names } = await trx
    .selectFrom('former_usernames')
    .select(sql<number>`count(*)`.as('names'))
    .where('user_id', '=', id)
    .where(sql<boolean>`is_former_username(username, null)`)
    .executeTakeFirstOrThrow()
  if (names > FORMER_NAMES_MAX)
    throw new UsernameRejected('You have changed your username too often. Please keep it for a while.')
}

function isAnother(username: string, wanted: string | undefined): boolean {
  return wanted !== undefined && wanted.toLowerCase() !== username.toLowerCase()
}
