import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** A mailed link to verify an address works this long. */
const VERIFICATION_HOURS = 24
/** Who has not verified the address by then has to sign up again; the name and the address are free until then. */
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

/** Why nobody can sign up with this name, if so. */
export async function findUsernameObstacle(
  db: Kysely<DB>,
  username: string,
): Promise<'reserved' | 'taken' | undefined> {
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

/** Whether the name is taken for nobody, see holdUsername(). */
export async function isHeldUsername(db: Kysely<DB>, username: string): Promise<boolean> {
  return (await heldUsername(db, username).select('id').executeTakeFirst()) !== undefined
}

function heldUsername(db: Pick<Kysely<DB>, 'selectFrom'>, username: string) {
  return db
    .selectFrom('verifications')
    .where('identifier', '=', `${HELD_USERNAME}:${username.toLowerCase()}`)
    .where('expires_at', '>', sql<string>`now()`)
}

/**
 * Takes a name for nobody. Somebody who signs up with the address of a member gets no account, and whether the
 * name they asked for is still free afterwards would tell them so.
 */
export async function holdUsername(db: Kysely<DB>, username: string): Promise<void> {
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

/** What became of a link to verify an address. */
export interface Verified {
  user_id: string
  /** Several people signed up with this address before it was verified: none of their passwords counts. */
  needs_password: boolean
}

/**
 * Verifies the address that the link was sent to. A link that was used before, by its owner or by a scanner of their
 * mail, does so again, also when it is old; one that is old and was never used does nothing.
 */
export async function verifyAddress(db: Kysely<DB>, id: string): Promise<Verified | undefined> {
  const { rows } = await sql<Verified>`
    with link as (
      select value::uuid as user_id, expires_at > now() as is_fresh from verifications
      where id = ${id} and identifier = ${VERIFY_EMAIL}
    ), verified as (
      update users set email_verified = true, updated_at = now() from link
      where users.id = link.user_id and link.is_fresh and not users.email_verified
      returning users.id
    )
    select link.user_id,
      not exists (select from accounts where user_id = link.user_id and password is not null) as needs_password
    from link join users on users.id = link.user_id
    where users.email_verified or users.id in (select id from verified)`.execute(db)
  return rows[0]
}

/** A link that was mailed has proved the address, whatever it was for. */
export async function markVerified(db: Kysely<DB>, user_id: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', user_id)
    .where('email_verified', '=', false)
    .execute()
}

/** Takes the password of an unverified account away: two people claim the address, and the mail will tell who it is. */
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

/** The other links that were mailed to choose a new password. */
export async function deleteResetTokens(db: Kysely<DB>, user_id: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', user_id)
    .where('identifier', '!=', VERIFY_EMAIL)
    .execute()
}

/** Days for which members are told from which network address a session was begun; then it is erased. */
const ADDRESS_DAYS = 30

/** Removes what has run out: sessions, their network addresses, mailed links, names of those who left, sign-ups that were counted, and accounts whose address nobody verified. */
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
    .execute()
  await db.deleteFrom('sign_ups').where('created_at', '<', sql<string>`now() - interval '1 day'`).execute()
  await db.deleteFrom('used_challenges').where('ends_at', '<', sql<string>`now()`).execute()
  await db.deleteFrom('retired_usernames').where('until', '<', sql<string>`now()`).execute()
  // Used links go on answering that the address is verified for as long as they would have worked, and a week.
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<', sql<string>`now() - make_interval(days => ${UNVERIFIED_DAYS})`)
    .execute()
}
