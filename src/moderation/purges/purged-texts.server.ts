import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Removable } from '../removal/policy.ts'
import { type RemovalResult, removeLockedContent, restoreLockedContent } from '../removal/remove.server.ts'
import { type LockedContent, lockContent } from '../removal/sql.server.ts'
import { type PurgeBatchResult, toPurgeBatchResult } from './batch-result.server.ts'
import { PURGE_BATCH_SIZE } from './policy.ts'
import type { PurgeWork } from './sql.server.ts'

type Trx = Transaction<DB>

const TABLES = { post: sql.table('posts'), comment: sql.table('comments'), note: sql.table('notes') }

/** Removes texts as a moderator would, each with a log entry that is part of the purge. */
export async function removePurgedTexts(
  trx: Trx,
  work: PurgeWork,
  kind: Removable,
): Promise<PurgeBatchResult> {
  const { id: part_of, rule, reason, by } = work
  const ids = await idsOf(trx, kind, standing(work, kind))
  const acted: RemovalResult[] = []
  for (const [id, held] of await holdAll(trx, kind, ids))
    if (!held.removal_id)
      acted.push(await removeLockedContent(trx, by, { kind, id, rule, reason, part_of }, held))
  return toPurgeBatchResult(acted, ids.length)
}

/** Restores texts that this purge removed and that have not been restored, deleted or removed again since. */
export async function restorePurgedTexts(
  trx: Trx,
  work: PurgeWork,
  kind: Removable,
): Promise<PurgeBatchResult> {
  const { undo_id: part_of, by } = work
  const ids = await idsOf(trx, kind, removedBy(work, kind))
  const acted: RemovalResult[] = []
  for (const [id, held] of await holdAll(trx, kind, ids))
    if (held.removal_id) acted.push(await restoreLockedContent(trx, by, { kind, id, part_of }, held))
  return toPurgeBatchResult(acted, ids.length)
}

/** Selects texts to remove. Excludes texts that this purge removed and a moderator restored meanwhile. */
function standing({ id, member_id }: PurgeWork, kind: Removable): RawBuilder<unknown> {
  return sql`
    t.author_id = ${member_id} and t.deleted_at is null and t.removed_at is null
      and t.created_at <= (select created_at from purges where id = ${id})
      and not exists (
        select from moderation_actions a where a.kind = ${kind} and a.target_id = t.id and a.part_of = ${id})`
}

function removedBy({ id, member_id }: PurgeWork, kind: Removable): RawBuilder<unknown> {
  return sql`
    t.author_id = ${member_id} and t.removal_id is not null
      and exists (select from moderation_actions a where a.id = t.removal_id and a.part_of = ${id})
      and exists (select from removed_content r where r.kind = ${kind} and r.id = t.id)`
}

async function idsOf(trx: Trx, kind: Removable, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from ${TABLES[kind]} t where ${condition} order by t.id limit ${PURGE_BATCH_SIZE}`.execute(
    trx,
  )
  return rows.map(({ id }) => id)
}

/** Locks all texts before the log, parents before children, to avoid deadlocks. */
async function holdAll(trx: Trx, kind: Removable, ids: string[]): Promise<Map<string, LockedContent>> {
  await ORDERS[kind](ids).execute(trx)
  const all = new Map<string, LockedContent>()
  for (const id of ids) {
    const held = await lockContent(trx, kind, id)
    if (held) all.set(id, held)
  }
  return all
}

const ORDERS = {
  post: (ids: string[]) => sql`select from posts where id = any(${ids}::uuid[]) order by id for update`,
  comment: (ids: string[]) => sql`
    select from posts where id in (select post_id from comments where id = any(${ids}::uuid[]))
    order by id for no key update`,
  note: (ids: string[]) => sql`
    select from notes
    where id = any(${ids}::uuid[]) or id in (select parent_id from notes where id = any(${ids}::uuid[]))
    order by parent_id nulls first, id for no key update`,
}
