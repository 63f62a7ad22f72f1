import type { WebAuthnCredential } from '@simplewebauthn/server'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { DB, Passkeys } from '../../db/types.ts'
import { listSignInMethods } from '../openid/sql.server.ts'
import type { OwnPasskey } from './contract.ts'
import { PASSKEYS_MAX } from './policy.ts'

const SHOWN = ['id', 'name', 'is_synced', 'created_at', 'used_at'] as const

export function listPasskeys(db: Kysely<DB>, user_id: string): Promise<OwnPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the member has inactive roles and a passkey. A password alone then can't change sign-in methods. */
export async function rolesNeedPasskey({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<boolean> {
  return Boolean(viewer?.resting_roles) && (await listSignInMethods(db, viewer?.id ?? '')).has_passkey
}

export async function listCredentials(db: Kysely<DB>, user_id: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports,
  }))
}

export interface VerifiedPasskey {
  credential: WebAuthnCredential
  /** Id of the authenticator's model; all zeros if unknown. */
  aaguid: string
  is_syncable: boolean
  is_synced: boolean
}

interface NewPasskey extends VerifiedPasskey {
  user_id: string
  name: string
}

/** Adds a passkey. Returns undefined if the member has PASSKEYS_MAX already. Throws if the passkey is registered. */
export function insertPasskey(
  db: Kysely<DB>,
  { credential, user_id, name, is_syncable, is_synced }: NewPasskey,
): Promise<OwnPasskey | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, user_id)
    if ((await listPasskeys(trx, user_id)).length >= PASSKEYS_MAX) return undefined
    return trx
      .insertInto('passkeys')
      .values({
        user_id,
        name,
        is_syncable,
        is_synced,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
      })
      .returning(SHOWN)
      .executeTakeFirst()
  })
}

export async function renamePasskey(
  db: Kysely<DB>,
  user_id: string,
  { id, name }: { id: string; name: string },
): Promise<OwnPasskey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(SHOWN)
    .executeTakeFirst()
}

interface PasskeyRemoval {
  id: string
  /** Issuers of the configured OpenID providers. */
  issuers: readonly string[]
  /** Session that stays signed in. */
  keptId: string | undefined
}

/** Deletes a passkey and the sessions that used it, unless it is the last way to sign in. Returns its name. */
export function deletePasskey(db: Kysely<DB>, user_id: string, { id, issuers, keptId }: PasskeyRemoval) {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, user_id)
    const passkeys = await listPasskeys(trx, user_id)
    const found = passkeys.find((passkey) => passkey.id === id)
    if (!found) return 'none'
    const { has_password, connected } = await listSignInMethods(trx, user_id)
    const isElsewhere = connected.some(({ issuer }) => issuers.includes(issuer))
    if (passkeys.length === 1 && !has_password && !isElsewhere) return 'last'
    await trx
      .deleteFrom('sessions')
      .where('passkey_id', '=', id)
      .where(sql<boolean>`id is distinct from ${keptId ?? null}::uuid`)
      .execute()
    await trx.deleteFrom('passkeys').where('id', '=', id).execute()
    return { name: found.name }
  })
}

/** Deletes all passkeys and the sessions that used them. Returns false if there were none. */
export async function deletePasskeys(db: Kysely<DB>, user_id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('sessions')
      .where('user_id', '=', user_id)
      .where('passkey_id', 'is not', null)
      .execute()
    const { numDeletedRows } = await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
}

export interface StoredPasskey extends Pick<Selectable<Passkeys>, 'id' | 'user_id' | 'public_key'> {
  counter: number
  email: string
}

export async function findPasskey(db: Kysely<DB>, credentialId: string): Promise<StoredPasskey | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select(['passkeys.id', 'user_id', 'public_key', 'users.email'])
    .select(sql<number>`counter::float8`.as('counter'))
    .where('credential_id', '=', Buffer.from(credentialId, 'base64url'))
    .where('users.email_verified', '=', true)
    .executeTakeFirst()
}

export interface PasskeyUse {
  counter: number
  is_synced: boolean
}

/** Stores the signature counter. Returns false unless it increased, because a lower one suggests a cloned passkey. */
export async function recordPasskeyUse(db: Kysely<DB>, id: string, { counter, is_synced }: PasskeyUse) {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, is_synced = ${is_synced}, used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Records an identity check by passkey (both factors). Returns its time, or undefined if the session has ended.
 */
export async function recordBothFactors(db: Kysely<DB>, sessionId: string, passkeyId: string) {
  const { rows } = await sql<{ proved_at: string }>`
    update sessions set proved_at = now(), passkey_id = ${passkeyId}
    where id = ${sessionId} and expires_at > now() returning proved_at`.execute(db)
  return rows[0]?.proved_at
}

/** Locks the member, so that removals run one by one. Two at once could each rely on the other's passkey. */
async function lockMember(trx: Kysely<DB>, user_id: string): Promise<void> {
  await sql`select from users where id = ${user_id} for no key update`.execute(trx)
}
