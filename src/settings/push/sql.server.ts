import { type Kysely, sql } from 'kysely'
import { browserName } from '../../accounts/security/sql.server.ts'
import { inTransaction } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import type { PushBrowser } from './contract.ts'

export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

interface Owner {
  member_id: string
  session_id: string
}

type SubscriptionRow = Omit<PushBrowser, 'browser' | 'system' | 'is_current'> & {
  session_id: string
  user_agent: string | null
}

export async function listSubscriptions(
  db: Kysely<DB>,
  memberId: string,
  sessionId: string | undefined,
): Promise<PushBrowser[]> {
  const { rows } = await sql<SubscriptionRow>`
    select p.id, p.session_id, s.user_agent, p.created_at
    from push_subscriptions p join sessions s on s.id = p.session_id and s.expires_at > now()
    where p.member_id = ${memberId} order by p.id desc`.execute(db)
  return rows.map(({ id, session_id, user_agent, created_at }) => ({
    id,
    is_current: session_id === sessionId,
    ...browserName(user_agent),
    created_at,
  }))
}

/** Stores a session's subscription. The endpoint of another session is moved: it is the same browser. */
export function saveSubscription(
  db: Kysely<DB>,
  { member_id, session_id }: Owner,
  subscription: PushSubscription,
): Promise<string> {
  return inTransaction(db, async (trx) => {
    await trx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', subscription.endpoint)
      .where('session_id', '<>', session_id)
      .execute()
    const { id } = await trx
      .insertInto('push_subscriptions')
      .values({ member_id, session_id, ...subscription })
      .onConflict((conflict) => conflict.column('session_id').doUpdateSet(subscription))
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

export async function deleteSubscription(db: Kysely<DB>, memberId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes a subscription that the push service refuses, unless the browser has subscribed again meanwhile. */
export async function dropSubscription(db: Kysely<DB>, id: string, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}

/** Returns a subscription whose session has not ended. */
export async function findSubscription(db: Kysely<DB>, id: string): Promise<PushSubscription | undefined> {
  const { rows } = await sql<PushSubscription>`
    select p.endpoint, p.p256dh, p.auth
    from push_subscriptions p join sessions s on s.id = p.session_id and s.expires_at > now()
    where p.id = ${id}`.execute(db)
  return rows[0]
}
