import { type Kysely, sql } from 'kysely'
import {
  bytesToUuid,
  signBytes,
  uuidToBytes,
  verifyBytes,
} from '../../accounts/verification/secrets.server.ts'
import type { DB } from '../../db/types.ts'
import { setPostMute } from '../../people/follows/sql.server.ts'
import { readChoices, saveChoices } from '../../people/notifications/choices-sql.server.ts'
import { CHOICE_KINDS, type ChoiceKind } from '../../people/notifications/policy.ts'
import { endDigest, findDigestChoice } from './digest-sql.server.ts'

export type Subscription =
  | { about: 'kinds'; kinds: ChoiceKind[] }
  | { about: 'post'; post_id: string }
  | { about: 'digest' }

interface OwnedSubscription {
  member_id: string
  subscription: Subscription
}

/** Creates the token of an unsubscribe link. It only allows unsubscribing and contains no email address. */
export function subscriptionToken(secret: string, { member_id, subscription }: OwnedSubscription): string {
  const scope =
    subscription.about === 'kinds'
      ? `kinds:${subscription.kinds.join()}`
      : subscription.about === 'post'
        ? `post:${subscription.post_id}`
        : 'digest'
  return signBytes(secret, 'unsubscribe', Buffer.concat([uuidToBytes(member_id), Buffer.from(scope)]))
}

/** Reads the token of an unsubscribe link. Returns undefined if its signature is invalid. */
export function readSubscription(secret: string, token: string): OwnedSubscription | undefined {
  const bytes = verifyBytes(secret, 'unsubscribe', token)
  if (!bytes) return undefined
  const member_id = bytesToUuid(bytes.subarray(0, 16))
  const [about, of = ''] = bytes.subarray(16).toString().split(':')
  if (about === 'post') return { member_id, subscription: { about, post_id: of } }
  if (about === 'digest') return { member_id, subscription: { about } }
  const kinds = CHOICE_KINDS.filter((kind) => of.split(',').includes(kind))
  return { member_id, subscription: { about: 'kinds', kinds } }
}

/** Ends a subscription. Does nothing if it has already ended or the account was deleted. */
export async function endSubscription(
  db: Kysely<DB>,
  { member_id, subscription }: OwnedSubscription,
): Promise<void> {
  if (!(await isMember(db, member_id))) return
  if (subscription.about === 'digest') return endDigest(db, member_id)
  if (subscription.about === 'post') {
    await setPostMute(db, member_id, subscription.post_id, true)
    return
  }
  const off = subscription.kinds.map((kind) => [kind, { email: 'off' }])
  return saveChoices(db, member_id, Object.fromEntries(off))
}

export async function isSubscribed(
  db: Kysely<DB>,
  { member_id, subscription }: OwnedSubscription,
): Promise<boolean> {
  if (!(await isMember(db, member_id))) return false
  if (subscription.about === 'digest')
    return ((await findDigestChoice(db, member_id))?.frequency ?? 'off') !== 'off'
  if (subscription.about === 'post') {
    const { rows } = await sql`
      select from posts where id = ${subscription.post_id} and not is_post_muted(${member_id}, id)`.execute(
      db,
    )
    return rows.length > 0
  }
  const choices = await readChoices(db, member_id)
  return subscription.kinds.some((kind) => choices[kind].email !== 'off')
}

/** Returns the title of the post that the subscription is about, if it is public. */
export async function findSubscriptionTitle(
  db: Kysely<DB>,
  subscription: Subscription,
): Promise<string | undefined> {
  if (subscription.about !== 'post') return undefined
  const { rows } = await sql<{ title: string }>`
    select title from posts where id = ${subscription.post_id} and deleted_at is null and removed_at is null`.execute(
    db,
  )
  return rows[0]?.title
}

async function isMember(db: Kysely<DB>, id: string): Promise<boolean> {
  const { rows } = await sql`select from profiles where id = ${id}`.execute(db)
  return rows.length > 0
}
