import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { RemovedOriginal } from './contract.ts'
import { ERASURE_BATCH_SIZE, type Removable } from './policy.ts'
import type { Removal } from './removal-schema.ts'

export interface LockedContent {
  author_id: string | null
  author_roles: Role[]
  post_id: string | null
  parent_id: string | null
  /** Id of the log entry of the removal, or null if the content is not removed. */
  removal_id: string | null
}

/** Locks content until the commit. Returns undefined if it does not exist or is only a stub. */
export async function lockContent(
  db: Kysely<DB>,
  kind: Removable,
  id: string,
): Promise<LockedContent | undefined> {
  const { rows } = await sql<LockedContent>`
    select held.*, array(select role from user_roles where user_id = held.author_id) as author_roles
    from lock_content(${kind}, ${id}) as held`.execute(db)
  return rows[0]
}

/** Removes or restores content. `confirm_removal` turns an automatic removal into one by a moderator. */
export async function applyAction(
  trx: Kysely<DB>,
  act: 'remove_content' | 'restore_content' | 'confirm_removal',
  { kind, id }: { kind: Removable; id: string },
  actionId: string,
): Promise<void> {
  await sql`select ${sql.raw(act)}(${kind}, ${id}, ${actionId})`.execute(trx)
}

/** Whether the software removed the content automatically, because of reports. */
export async function isAutomatic(db: Kysely<DB>, removalId: string): Promise<boolean> {
  const { rows } = await sql`
    select from moderation_actions where id = ${removalId} and acted_as = 'system' and case_id is not null`.execute(
    db,
  )
  return rows.length > 0
}

export async function isErased(db: Kysely<DB>, kind: Removable, id: string): Promise<boolean> {
  const kept = db.selectFrom('removed_content').select('id').where('kind', '=', kind).where('id', '=', id)
  return (await kept.executeTakeFirst()) === undefined
}

/** Returns a post's concepts, and the members whose profiles list comments on the post. */
export async function findNeighbourhood(db: Kysely<DB>, postId: string) {
  const { rows } = await sql<{ concept_ids: string[]; member_ids: string[] }>`
    select array(select concept_id from post_concepts where post_id = ${postId}) as concept_ids,
      array(select distinct author_id from comments where post_id = ${postId} and author_id is not null) as member_ids`.execute(
    db,
  )
  return rows[0] as { concept_ids: string[]; member_ids: string[] }
}

export type RemovedOriginalRow = RemovedOriginal & { author_id: string | null }

/** Finds the text of removed content. Returns undefined if it has been restored or erased. */
export async function findRemovedOriginal(
  db: Kysely<DB>,
  kind: Removable,
  id: string,
): Promise<RemovedOriginalRow | undefined> {
  const { rows } = await sql<RemovedOriginalRow>`
    select r.content -> 'row' ->> 'title' as title, r.content -> 'row' ->> 'content' as content,
      coalesce(r.content -> 'row' ->> 'format', 'plain') as format, action.rule, action.reason, r.action_id, r.removed_at,
      action.acted_as = 'system' and action.case_id is not null as is_hidden,
      r.erase_at, r.author_id
    from removed_content r join moderation_actions action on action.id = r.action_id
    where r.kind = ${kind} and r.id = ${id}`.execute(db)
  return rows[0]
}

/** Permanently deletes removed texts after their retention period, unless a case about them is open. */
export async function eraseExpiredContent(db: Kysely<DB>): Promise<void> {
  const erase = sql`
    delete from removed_content where (kind, id) in (
      select r.kind, r.id from removed_content r
      where r.erase_at <= now() and not exists (
        select from moderation_cases c
        where c.closed_at is null
          and (c.kind = r.kind and c.target_id = r.id or c.kind = 'action' and c.target_id = r.action_id))
      order by r.erase_at limit ${ERASURE_BATCH_SIZE})`
  while (Number((await erase.execute(db)).numAffectedRows) === ERASURE_BATCH_SIZE);
}

/** SQL for the public facts about a removal. It is null, without a lookup, if `removalId` is null. */
export function removalOf(removalId: RawBuilder<unknown>): RawBuilder<Removal | null> {
  return sql`case when ${removalId} is not null then (
    select json_build_object('rule', action.rule, 'reason', action.reason, 'action_id', action.id,
      'is_hidden', action.acted_as = 'system' and action.case_id is not null)
    from moderation_actions action where action.id = ${removalId}) end`
}
