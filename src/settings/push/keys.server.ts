import { createECDH } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'

export interface PushKeys {
  public_key: string
  private_key: string
}

/** Returns the forum's VAPID keys, in base64url. Creates them at the first use. All nodes get the same ones. */
export async function pushKeys(db: Kysely<DB>): Promise<PushKeys> {
  const found = await readKeys(db)
  if (found) return found
  await db
    .insertInto('push_keys')
    .values(createKeys())
    .onConflict((conflict) => conflict.column('is_only').doNothing())
    .execute()
  return (await readKeys(db)) as PushKeys
}

function readKeys(db: Kysely<DB>): Promise<PushKeys | undefined> {
  return db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
}

function createKeys(): PushKeys {
  const pair = createECDH('prime256v1')
  const public_key = pair.generateKeys('base64url')
  // getPrivateKey() omits leading zeros.
  const private_key = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
  return { public_key, private_key }
}
