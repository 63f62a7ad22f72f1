import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

/** Identity at a provider. Includes the issuer, as the same subject at another provider is a different person. */
export interface Identity {
  issuer: string
  subject: string
}

export async function findMemberByIdentity(db: Kysely<DB>, { issuer, subject }: Identity) {
  return db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['users.id', 'users.email'])
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirst()
}

/** Returns whether a member has this email address. Ignores unverified accounts. */
export async function isMembersAddress(db: Kysely<DB>, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

interface NewMember extends Identity {
  email: string
  username: string
  invite_id: string | undefined
}

/** Inserts a member. Replaces an unverified account with the same email address. Throws constraint errors. */
export function insertMember(db: Kysely<DB>, member: NewMember): Promise<{ id: string }> {
  const { issuer, subject, email, username, invite_id = null } = member
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('users').where('email', '=', email).where('email_verified', '=', false).execute()
    const { id } = await trx
      .insertInto('users')
      .values({ email, email_verified: true, username, invite_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertAccount(trx, id, { issuer, subject })
    return { id }
  })
}

export async function insertAccount(db: Kysely<DB>, user_id: string, { issuer, subject }: Identity) {
  await db.insertInto('accounts').values({ user_id, provider_id: issuer, account_id: subject }).execute()
}

export async function listSignInMethods(db: Kysely<DB>, user_id: string) {
  const rows = await db
    .selectFrom('accounts')
    .select(['provider_id', 'created_at', sql<boolean>`password is not null`.as('is_password')])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return {
    has_passkey: passkey !== undefined,
    has_password: rows.some(({ is_password }) => is_password),
    connected: rows
      .filter(({ provider_id }) => provider_id !== 'credential')
      .map(({ provider_id, created_at }) => ({ issuer: provider_id, created_at })),
  }
}

/** Disconnects a provider unless it is the last way to sign in. `issuers` are the configured providers. */
export function deleteProviderAccount(
  db: Kysely<DB>,
  user_id: string,
  issuer: string,
  issuers: readonly string[],
) {
  return db.transaction().execute(async (trx) => {
    // Locks the user, because two concurrent requests could each rely on the other's provider.
    await sql`select from users where id = ${user_id} for no key update`.execute(trx)
    const { has_password, has_passkey, connected } = await listSignInMethods(trx, user_id)
    if (!connected.some((one) => one.issuer === issuer)) return 'none'
    const isElsewhere = connected.some((one) => one.issuer !== issuer && issuers.includes(one.issuer))
    if (!has_password && !isElsewhere && !has_passkey) return 'last'
    await trx
      .deleteFrom('accounts')
      .where('user_id', '=', user_id)
      .where('provider_id', '=', issuer)
      .execute()
    return 'done'
  })
}

interface NewSession {
  user_id: string
  token: string
  ttl: number
  ip_address: string
  user_agent: string | null
  passkey_id: string | undefined
}

export async function insertSession(db: Kysely<DB>, { ttl, ...session }: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: sql`now() + make_interval(secs => ${ttl})` })
    .execute()
}
