import type { WebAuthnCredential } from '@simplewebauthn/server'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { DB, Passkeys } from '../../../db/types.ts'
import { listWaysIn } from '../openid/sql.server.ts'
import { PASSKEYS_MAX } from './policy.ts'

export interface Passkey {
  id: string
  name: string
  is_synced: boolean
  created_at: string
  used_at: string | null
}

const SHOWN = ['id', 'name', 'is_synced', 'created_at', 'used_at'] as const

/** The newest first. */
export function listPasskeys(db: Kysely<DB>, user_id: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(SHOWN)
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function hasPasskey(db: Kysely<DB>, user_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** As browsers name those that a member has. */
export async function listCredentials(
  db: Kysely<DB>,
  user_id: string,
): Promise<{ id: string; transports: string[] }[]> {
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

export interface MadePasskey {
  credential: WebAuthnCredential
  /** Which kind of authenticator made it; zeros when it does not say. */
  aaguid: string
  is_syncable: boolean
  is_synced: boolean
}

interface NewPasskey extends MadePasskey {
  user_id: string
  name: string
}

/** Undefined when the member has as many as one may have. Throws when somebody has this very one. */
export function insertPasskey(
  db: Kysely<DB>,
  { credential, user_id, name, is_syncable, is_synced }: NewPasskey,
): Promise<Passkey | undefined> {
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
): Promise<Passkey | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .returning(SHOWN)
    .executeTakeFirst()
}

interface Removal {
  id: string
  /** Of the providers there are. */
  issuers: readonly string[]
  /** The session that stays. */
  keptId: string | undefined
}

/** Takes a passkey away, with the sessions that it was shown in, unless it is the last way in that works. Gives its name. */
export function deletePasskey(
  db: Kysely<DB>,
  user_id: string,
  { id, issuers, keptId }: Removal,
): Promise<'none' | 'last' | { name: string }> {
  return db.transaction().execute(async (trx) => {
    await lockMember(trx, user_id)
    const passkeys = await listPasskeys(trx, user_id)
    const found = passkeys.find((passkey) => passkey.id === id)
    if (!found) return 'none'
    const { has_password, connected } = await listWaysIn(trx, user_id)
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

/** All of a member's, with the sessions that they were shown in. Whether there were any. */
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

/** By the name that browsers have for it, if its member may sign in. */
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

export interface Pressed {
  counter: number
  is_synced: boolean
}

/** Keeps how often it has signed; false when somebody has used it further meanwhile: then there are two of it. */
export async function notePress(
  db: Kysely<DB>,
  id: string,
  { counter, is_synced }: Pressed,
): Promise<boolean> {
  const { rows } = await sql`
    update passkeys set counter = ${counter}, is_synced = ${is_synced}, used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter} = 0))
    returning id`.execute(db)
  return rows.length > 0
}

/** Remembers in a session that both factors were shown, and proves it anew. Gives when, unless it has ended. */
export async function noteBothFactors(
  db: Kysely<DB>,
  sessionId: string,
  passkeyId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ proved_at: string }>`
    update sessions set proved_at = now(), passkey_id = ${passkeyId}
    where id = ${sessionId} and expires_at > now() returning proved_at`.execute(db)
  return rows[0]?.proved_at
}

/** One after the other: two at once would each find the other's. */
async function lockMember(trx: Kysely<DB>, user_id: string): Promise<void> {
  await sql`select from users where id = ${user_id} for no key update`.execute(trx)
}
