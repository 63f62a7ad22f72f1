import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { endAccessTokens } from '../../accounts/access-tokens/sql.server.ts'
import { endAllAccess } from '../../accounts/security/end-access.server.ts'
import { endSessions } from '../../accounts/security/sql.server.ts'
import { inTransaction } from '../../db/transaction.server.ts'
import type { DB } from '../../db/types.ts'
import type { AccountDeletion, OwnContentCounts } from './contract.ts'

const deletionColumns = sql`keep_content, requested_at, delete_at`

export async function findDeletion(db: Kysely<DB>, userId: string): Promise<AccountDeletion | undefined> {
  const { rows } = await sql<AccountDeletion>`
    select ${deletionColumns} from account_deletions where user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function countOwnContent(db: Kysely<DB>, id: string): Promise<OwnContentCounts> {
  const { rows } = await sql<OwnContentCounts>`
    select
      (select count(*)::integer from posts where author_id = ${id}) as posts,
      (select count(*)::integer from comments where author_id = ${id}) as comments,
      (select count(*)::integer from notes where author_id = ${id}) as notes,
      (select count(*)::integer from posts p where author_id = ${id} and has_comments_of_others(p.id, ${id}))
        + (select count(*)::integer from comments c where author_id = ${id} and exists (
          select from comments r where r.parent_id = c.id and r.author_id is distinct from ${id}))
        + (select count(*)::integer from notes n where author_id = ${id} and exists (
          select from notes r where r.parent_id = n.id and r.author_id is distinct from ${id})) as answered,
      (select count(*)::integer from messages where sender_id = ${id}) as messages,
      (select count(*)::integer from votes where user_id = ${id})
        + (select count(*)::integer from note_likes where user_id = ${id}) as votes`.execute(db)
  return rows[0] as OwnContentCounts
}

/** Stores a deletion request and ends all sessions and access tokens. Undefined if the deletion has begun. */
export function scheduleDeletion(db: Kysely<DB>, userId: string, keepContent: boolean) {
  return inTransaction(db, async (trx) => {
    const requested = await requestDeletion(trx, userId, keepContent)
    if (!requested) return undefined
    await endSessions(trx, userId, undefined)
    await endAccessTokens(trx, userId)
    return requested
  })
}

/** Stores a deletion request. A repeated one restarts the week. Undefined if the deletion has begun. */
async function requestDeletion(trx: Transaction<DB>, userId: string, keepContent: boolean) {
  const { rows } = await sql<AccountDeletion>`
    insert into account_deletions as d (user_id, keep_content) values (${userId}, ${keepContent})
    on conflict (user_id) do update set keep_content = excluded.keep_content, requested_at = excluded.requested_at,
      delete_at = excluded.delete_at
    where d.begun_at is null
    returning ${deletionColumns}`.execute(trx)
  return rows[0]
}

/** Cancels the deletion. Returns false if none was requested, or if it has already begun. */
export async function cancelDeletion(db: Kysely<DB>, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('begun_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function hasDeletionBegun(db: Kysely<DB>, userId: string): Promise<boolean> {
  const begun = db.selectFrom('account_deletions').select('user_id').where('user_id', '=', userId)
  return (await begun.where('begun_at', 'is not', null).executeTakeFirst()) !== undefined
}

/** Returns members whose deletion is due or was interrupted. The last admin must wait for another admin. */
export async function listDueDeletions(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from account_deletions
    where begun_at is not null or (delete_at <= now() and not is_last_admin(user_id))
    order by delete_at`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

export interface LeavingMember {
  id: string
  keep_content: boolean
  avatar_url: string | null
}

/** Locks a due deletion. The first call ends all access. Returns undefined if it is locked or finished. */
export async function lockLeavingMember(
  trx: Transaction<DB>,
  id: string,
): Promise<LeavingMember | undefined> {
  const { rows } = await sql<LeavingMember & { is_new: boolean }>`
    select d.user_id as id, d.keep_content, p.avatar_url, d.begun_at is null as is_new
    from account_deletions d join profiles p on p.id = d.user_id
    where d.user_id = ${id} and (d.begun_at is not null or d.delete_at <= now())
    for no key update of d skip locked`.execute(trx)
  const [leaver] = rows
  if (leaver?.is_new) await close(trx, id)
  return leaver
}

async function close(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`update account_deletions set begun_at = now() where user_id = ${id}`.execute(trx)
  await storeFormerSanctions(trx, id)
  await clearTraces(trx, id)
  await endAllAccess(trx, id)
  await sql`delete from verifications where value like ${`%${id}%`}`.execute(trx)
  await sql`update invites set revoked_at = coalesce(revoked_at, now()), note = null where created_by = ${id}`.execute(
    trx,
  )
}

/** Stores active sanctions with digests of the email addresses, so that a new account can't evade them. */
async function storeFormerSanctions(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    insert into former_sanctions (digest, sanction_id, kind, message, per_day, rule, ends_at)
    select address_digest(address), s.id, s.kind, s.message, s.per_day, m.rule, s.ends_at
    from sanctions s join moderation_actions m on m.id = s.action_id
    cross join (
      select email as address from users where id = ${id}
      union
      select old_email from email_changes where user_id = ${id}) addresses
    where s.member_id = ${id} and s.kind <> 'warning' and s.lifted_at is null and is_in_force(s)
    on conflict do nothing`.execute(trx)
}

export async function advanceDeletion(trx: Transaction<DB>, id: string, count: number): Promise<void> {
  await sql`update account_deletions set done = done + ${count} where user_id = ${id}`.execute(trx)
}

/** Clears the member's ids and names from other members' rows. Runs at the beginning and at the end. */
export async function clearTraces(trx: Transaction<DB>, id: string): Promise<void> {
  await clearSnapshots(trx, id)
  await clearRemovedContent(trx, id)
  await sql`update notifications set actor_ids = array_remove(actor_ids, ${id}::uuid) where ${id}::uuid = any (actor_ids)`.execute(
    trx,
  )
  await sql`delete from mail_items where actor_id = ${id}`.execute(trx)
  await sql`delete from push_items where actor_id = ${id}`.execute(trx)
  // Scans the whole table, which is small because it only contains content purged within 90 days.
  await sql`delete from purged_content where position(${id} in content::text) > 0`.execute(trx)
}

/** Clears the member's ids and names from copies of content in cases. Closes cases about their profile. */
async function clearSnapshots(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    update moderation_cases set closed_at = now(), outcome = 'moot', claimed_by = null, claimed_until = null, snapshot = null
    where member_id = ${id} and kind = 'profile' and closed_at is null`.execute(trx)
  await sql`
    update moderation_cases set snapshot = null
    where member_id = ${id} and closed_at is not null and snapshot is not null`.execute(trx)
  await sql`
    delete from case_notes n using moderation_cases c
    where c.id = n.case_id and c.member_id = ${id} and c.closed_at is not null`.execute(trx)
  const nameless = (copy: RawBuilder<unknown>) => sql`${copy} || case when ${copy} ->> 'author_id' = ${id}
    then '{"author_id": null, "author_name": null, "author_username": null}'::jsonb else '{}' end`
  await sql`
    update moderation_cases set snapshot = ${nameless(sql`snapshot`)} || case when snapshot ? 'context'
      then jsonb_build_object('context', (
        select coalesce(jsonb_agg(${nameless(sql`line`)} order by place), '[]')
        from jsonb_array_elements(snapshot -> 'context') with ordinality as context (line, place)))
      else '{}' end
    where position(${id} in snapshot::text) > 0`.execute(trx)
}

/** Clears the member's id from the stored originals of removed content: as author and in notifications. */
async function clearRemovedContent(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    update removed_content r set author_id = nullif(author_id, ${id}), content = r.content || jsonb_build_object(
      'activity', (
        select coalesce(jsonb_agg(a), '[]') from jsonb_array_elements(coalesce(r.content -> 'activity', '[]')) a
        where a ->> 'user_id' <> ${id}),
      'notifications', (
        select coalesce(jsonb_agg(n
          || case when n ->> 'related_user_id' = ${id} then '{"related_user_id": null}'::jsonb else '{}' end
          || jsonb_build_object('actor_ids', coalesce(n -> 'actor_ids', '[]') - ${id}::text)), '[]')
        from jsonb_array_elements(coalesce(r.content -> 'notifications', '[]')) n
        where n ->> 'user_id' <> ${id}))
    where author_id = ${id} or position(${id} in content::text) > 0`.execute(trx)
}

/** Locks the profile, so that no new row can refer to it until the transaction ends. */
export async function lockProfile(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`select from profiles where id = ${id} for update`.execute(trx)
}

/** Deletes the account and, by cascades, its remaining rows (db/schema/accounts.sql). */
export async function deleteAccount(trx: Transaction<DB>, id: string): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute()
}

export async function sweepFormerSanctions(db: Kysely<DB>): Promise<void> {
  await db.deleteFrom('former_sanctions').where('ends_at', '<=', sql<string>`now()`).execute()
}
