import { type Insertable, type Kysely, sql } from 'kysely'
import type { Role, Sanction } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import { memberJson } from '../json-sql.server.ts'
import type { MemberSanction } from './contract.ts'

type Kind = Sanction['kind']

export interface SanctionedMember {
  id: string
  roles: Role[]
}

export async function findSanctionedMember(
  db: Kysely<DB>,
  username: string,
): Promise<SanctionedMember | undefined> {
  const { rows } = await sql<SanctionedMember>`
    select id, array(select role from user_roles where user_id = id) as roles
    from ${memberIdByUsername(username)} as member (id) where id is not null`.execute(db)
  return rows[0]
}

/** Waits for the member's running writes and blocks new ones until the commit (db/schema/sanctions.sql). */
export async function lockMemberWrites(trx: Kysely<DB>, id: string): Promise<SanctionedMember | undefined> {
  const { rows } = await sql<SanctionedMember>`
    with member as materialized (select id from profiles where id = ${id} for update)
    select id, array(select role from user_roles where user_id = id) as roles from member`.execute(trx)
  return rows[0]
}

type NewSanction = Insertable<DB['sanctions']> & { id: string; kind: Kind }

/** Adds a sanction and notifies the member. Replaces an active one of the same kind, except a warning. */
export async function insertSanction(trx: Kysely<DB>, sanction: NewSanction): Promise<void> {
  const { id, member_id, kind } = sanction
  const { rows } = await sql<{ id: string }>`
    update sanctions set lifted_at = least(now(), ends_at)
    where member_id = ${member_id} and kind = ${kind} and kind <> 'warning' and lifted_at is null
    returning id`.execute(trx)
  await trx.insertInto('sanctions').values(sanction).execute()
  for (const former of rows) {
    // A sanction that had already expired does not count as replaced.
    await sql`update sanctions set replaced_by = ${id}
      where id = ${former.id} and (ends_at is null or ends_at > now())`.execute(trx)
    await dropNotifications(trx, former.id)
  }
  await notify(trx, id, member_id)
}

export interface LockedSanction {
  id: string
  member_id: string
  kind: Kind
  action_id: string
  is_in_force: boolean
  /** Whether the sanction was lifted by a moderator or replaced by another one. */
  is_lifted: boolean
}

export async function findSanctionMember(
  db: Kysely<DB>,
  by: { id: string } | { action_id: string },
): Promise<{ id: string; member_id: string } | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['action_id', by.action_id] as const)
  return db.selectFrom('sanctions').select(['id', 'member_id']).where(column, '=', value).executeTakeFirst()
}

export async function lockSanction(trx: Kysely<DB>, id: string): Promise<LockedSanction | undefined> {
  const { rows } = await sql<LockedSanction>`
    select id, member_id, kind, action_id, is_in_force(s) as is_in_force, lifted_at is not null as is_lifted
    from sanctions s where id = ${id} for no key update`.execute(trx)
  return rows[0]
}

/** Ends a sanction and replaces its notification with one about the end. */
export async function endSanction(trx: Kysely<DB>, { id, member_id }: LockedSanction): Promise<void> {
  await sql`update sanctions set lifted_at = now() where id = ${id}`.execute(trx)
  await dropNotifications(trx, id)
  await notify(trx, id, member_id)
}

/** Acknowledges a warning. Returns when it was first acknowledged, or undefined if it doesn't exist. */
export async function acknowledgeWarning(
  db: Kysely<DB>,
  memberId: string,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ acknowledged_at: string }>`
    update sanctions set acknowledged_at = coalesce(acknowledged_at, now())
    where id = ${id} and member_id = ${memberId} and kind = 'warning' and lifted_at is null
    returning acknowledged_at`.execute(db)
  return rows[0]?.acknowledged_at
}

export async function listOwnSanctions(db: Kysely<DB>, memberId: string) {
  const { rows } = await sql<Sanction & { reason: string | null; starts_at: string }>`
    select s.id, s.kind, s.message, s.per_day, s.starts_at, s.ends_at, s.action_id, m.rule, m.reason
    from sanctions s join moderation_actions m on m.id = s.action_id
    where s.member_id = ${memberId} and is_in_force(s) and s.lifted_at is null and s.acknowledged_at is null
    order by s.id desc`.execute(db)
  return rows
}

const LISTED = 100

/** Lists a member's sanctions. Moderators can't see notes about themselves. */
export async function listMemberSanctions(
  db: Kysely<DB>,
  memberId: string,
  viewerId: string,
): Promise<MemberSanction[]> {
  const { rows } = await sql<MemberSanction>`
    select s.id, s.kind, s.message, s.per_day, s.starts_at, s.ends_at, s.action_id, m.rule, m.reason,
      case when s.member_id <> ${viewerId} then m.note end as note,
      case when is_in_force(s) then 'in_force' when s.acknowledged_at is not null then 'acknowledged'
        when s.replaced_by is not null then 'replaced' when s.lifted_at < coalesce(s.ends_at, 'infinity') then 'lifted'
        else 'ended' end as state,
      coalesce(s.acknowledged_at, s.lifted_at) as ended_at,
      ${memberJson(sql`m.acted_by`)} as by
    from sanctions s join moderation_actions m on m.id = s.action_id
    where s.member_id = ${memberId} order by is_in_force(s) desc, s.id desc limit ${LISTED}`.execute(db)
  return rows
}

async function dropNotifications(trx: Kysely<DB>, sanctionId: string): Promise<void> {
  await trx.deleteFrom('notifications').where('sanction_id', '=', sanctionId).execute()
}

async function notify(trx: Kysely<DB>, id: string, member_id: string): Promise<void> {
  const told = { user_id: member_id, type: 'sanction', sanction_id: id, dedupe_key: `sanction:${id}` }
  await trx.insertInto('notifications').values(told).execute()
}
