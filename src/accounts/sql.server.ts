import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { RESET_TTL } from './policy.ts'

export const VERIFICATION_HOURS = 24
/** Days after which an unverified account is deleted. */
const UNVERIFIED_DAYS = 7

const VERIFY_EMAIL = 'verify-email'
const HELD_USERNAME = 'held-username'

export interface Addressee {
  id: string
  email: string
  email_verified: boolean
  username: string
}

export function findAddressee(db: Kysely<DB>, id: string): Promise<Addressee | undefined> {
  return db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'users.email', 'users.email_verified', 'profiles.username'])
    .where('users.id', '=', id)
    .executeTakeFirst()
}

export async function findUsernameObstacle(db: Kysely<DB>, username: string) {
  const { obstacle } = await db
    .selectNoFrom((eb) =>
      eb
        .case()
        .when(eb.exists(eb.selectFrom('reserved_usernames').where('username', '=', username.toLowerCase())))
        .then('reserved' as const)
        .when(
          eb.or([
            eb.exists(eb.selectFrom('profiles').where(sql`lower(username)`, '=', username.toLowerCase())),
            sql<boolean>`is_former_username(${username}, null)`,
            eb.exists(heldUsername(eb, username)),
          ]),
        )
        .then('taken' as const)
        .end()
        .as('obstacle'),
    )
    .executeTakeFirstOrThrow()
  return obstacle ?? undefined
}

/** Returns whether `reserveUsername` has reserved the name. */
export async function isReservedUsername(db: Kysely<DB>, username: string): Promise<boolean> {
  return (await heldUsername(db, username).select('id').executeTakeFirst()) !== undefined
}

function heldUsername(db: Pick<Kysely<DB>, 'selectFrom'>, username: string) {
  return db
    .selectFrom('verifications')
    .where('identifier', '=', `${HELD_USERNAME}:${username.toLowerCase()}`)
    .where('expires_at', '>', sql<string>`now()`)
}

/**
 * Reserves the username of a sign-up whose address has an account. If the name stayed free, it would reveal that.
 */
export async function reserveUsername(db: Kysely<DB>, username: string): Promise<void> {
  await db
    .insertInto('verifications')
    .values({
      identifier: `${HELD_USERNAME}:${username.toLowerCase()}`,
      value: '',
      expires_at: sql`now() + make_interval(days => ${UNVERIFIED_DAYS})`,
    })
    .execute()
}

export async function insertVerification(db: Kysely<DB>, user_id: string): Promise<string> {
  const { id } = await db
    .insertInto('verifications')
    .values({
      identifier: VERIFY_EMAIL,
      value: user_id,
      expires_at: sql`now() + make_interval(hours => ${VERIFICATION_HOURS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface VerifiedAddress {
  user_id: string
  email: string
  /** Whether the link has not expired. */
  is_fresh: boolean
  /** True if several people signed up with this address, which removed their passwords. */
  needs_password: boolean
}

/** Verifies an address. A used link still works, as a mail scanner may have opened it. An unused one expires. */
export async function verifyAddress(db: Kysely<DB>, id: string): Promise<VerifiedAddress | undefined> {
  const { rows } = await sql<VerifiedAddress>`
    with link as (
      select value::uuid as user_id, expires_at > now() as is_fresh from verifications
      where id = ${id} and identifier = ${VERIFY_EMAIL}
    ), verified as (
      update users set email_verified = true, updated_at = now() from link
      where users.id = link.user_id and link.is_fresh and not users.email_verified
      returning users.id
    )
    select link.user_id, link.is_fresh, users.email,
      not exists (select from accounts where user_id = link.user_id and password is not null) as needs_password
    from link join users on users.id = link.user_id
    where users.email_verified or users.id in (select id from verified)`.execute(db)
  return rows[0]
}

/** Marks the address as verified, because following any mailed link proves access to the mailbox. */
export async function markVerified(db: Kysely<DB>, user_id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', user_id)
    .where('email_verified', '=', false)
    .execute()
}

/** Removes the password of an unverified account when another person signs up with its address. */
export async function dropUnverifiedPassword(db: Kysely<DB>, user_id: string): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ password: null })
    .where('user_id', '=', user_id)
    .where((eb) =>
      eb.exists(eb.selectFrom('users').where('id', '=', user_id).where('email_verified', '=', false)),
    )
    .execute()
}

/** Creates a token for a password reset, in better-auth's format. */
export async function insertResetToken(db: Kysely<DB>, user_id: string): Promise<string> {
  const token = randomBytes(18).toString('base64url')
  await db
    .insertInto('verifications')
    .values({
      identifier: `reset-password:${token}`,
      value: user_id,
      expires_at: sql`now() + make_interval(secs => ${RESET_TTL})`,
    })
    .execute()
  return token
}

export async function deleteResetTokens(db: Kysely<DB>, user_id: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', user_id)
    .where('identifier', '!=', VERIFY_EMAIL)
    .execute()
}

/** Days for which a session's IP address is stored. */
const ADDRESS_DAYS = 30

export async function sweepAccounts(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<string>`now()`).execute()
  await db
    .updateTable('sessions')
    .set({ ip_address: null })
    .where('ip_address', 'is not', null)
    .where('created_at', '<', sql<string>`now() - make_interval(days => ${ADDRESS_DAYS})`)
    .execute()
  await db
    .deleteFrom('users')
    .where('email_verified', '=', false)
    .where('created_at', '<', sql<string>`now() - make_interval(days => ${UNVERIFIED_DAYS})`)
    .where(sql<boolean>`not exists (select from imported i where i.id = users.id and i.kind = 'member')`)
    .execute()
  await db.deleteFrom('sign_ups').where('created_at', '<', sql<string>`now() - interval '1 day'`).execute()
  await db.deleteFrom('used_challenges').where('ends_at', '<', sql<string>`now()`).execute()
  await db.deleteFrom('retired_usernames').where('until', '<', sql<string>`now()`).execute()
  // Used verification links work for another week after they expire.
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<', sql<string>`now() - make_interval(days => ${UNVERIFIED_DAYS})`)
    .execute()
}
