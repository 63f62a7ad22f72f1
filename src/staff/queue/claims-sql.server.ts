import { type Kysely, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { CLAIM_MINUTES, MODERATORS_MAX } from './policy.ts'

/**
 * Claims a case for CLAIM_MINUTES. A case that is assigned to the viewer stays assigned. Returns false if the case is
 * closed or another moderator has claimed it.
 */
export async function claimCase(db: Kysely<DB>, viewerId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update moderation_cases set claimed_by = ${viewerId}, claimed_until =
      case when claimed_by is distinct from ${viewerId} or claimed_until is not null
      then now() + ${`${CLAIM_MINUTES} minutes`}::interval end
    where id = ${id} and closed_at is null
      and (claimed_by is null or claimed_by = ${viewerId} or claimed_until < now())`.execute(db)
  return Number(numAffectedRows) > 0
}

/** Releases the viewer's claim of a case, unless the case is assigned to them. Returns false if they had none. */
export async function releaseCase(db: Kysely<DB>, viewerId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update moderation_cases set claimed_by = null, claimed_until = null
    where id = ${id} and claimed_by = ${viewerId} and claimed_until is not null`.execute(db)
  return Number(numAffectedRows) > 0
}

interface Assignment {
  id: string
  /** Null: nobody. */
  assignee: string | null
  by: string
}

/** Assigns an open case, replaces any claim, and notifies the assignee. Returns false if the case is closed. */
export async function assignCase(db: Kysely<DB>, { id, assignee, by }: Assignment): Promise<boolean> {
  const { rows } = await sql`
    with assigned as (
      update moderation_cases set claimed_by = ${assignee}, claimed_until = null
      where id = ${id} and closed_at is null returning id),
    withdrawn as (
      delete from notifications where case_id in (select id from assigned) and type = 'case_assigned'
        and user_id is distinct from ${assignee}::uuid),
    notified as (
      insert into notifications (user_id, type, case_id, dedupe_key)
      select ${assignee}::uuid, 'case_assigned', id, 'assigned:' || id from assigned
      where ${assignee}::uuid is not null and ${assignee}::uuid is distinct from ${by}::uuid
      on conflict (user_id, dedupe_key) where dedupe_key is not null do nothing)
    select from assigned`.execute(db)
  return rows.length > 0
}

/** Lists moderators and admins, to whom a case can be assigned. */
export async function listModerators(db: Kysely<DB>): Promise<Author[]> {
  const { rows } = await sql<Author>`
    select id, username, full_name, avatar_url from profiles
    where id in (select user_id from user_roles where role in ('moderator', 'admin'))
    order by username limit ${MODERATORS_MAX}`.execute(db)
  return rows
}

export async function listRoles(db: Kysely<DB>, id: string): Promise<Role[]> {
  const rows = await db.selectFrom('user_roles').select('role').where('user_id', '=', id).execute()
  return rows.map(({ role }) => role as Role)
}
