import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { DB, ModerationActions } from '../../db/types.ts'
import { NAMES_TAG } from '../../shared/authors/tags.server.ts'
import { allowPublishingForOthers } from '../approval/sql.server.ts'
import { recordAction } from '../record-action.server.ts'
import type { PurgeBatchResult } from './batch-result.server.ts'
import { PURGE_BATCH_SIZE } from './policy.ts'
import { isFilledIn, PURGED_FIELDS, type PurgeWork } from './sql.server.ts'

type Trx = Transaction<DB>
type ActionKind = ModerationActions['kind']

/** Moves messages, pending texts and the profile to purged_content, with a log entry for each. */
export const contentPurgeSteps = {
  messages: async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const { rows } = await sql<{ id: string; recipient_id: string }>`
      select id, recipient_id from messages
      where sender_id = ${work.member_id} and not is_read and created_at <= ${momentOf(work)}
      order by id limit ${PURGE_BATCH_SIZE} for update`.execute(trx)
    for (const { id } of rows) {
      const action_id = await recordPart(trx, work, 'remove', 'message', id)
      await sql`
        with gone as (delete from messages where id = ${id} returning *)
        insert into purged_content (purge_id, kind, id, content, action_id)
        select ${work.id}, 'message', gone.id, jsonb_build_object('row', to_jsonb(gone)), ${action_id} from gone`.execute(
        trx,
      )
    }
    return { count: rows.length, recipients: recipientsOf(work, rows) }
  },

  /** Moves pending texts. Locks their cases first, in the same order as decisions, to avoid deadlocks. */
  pending: async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const { rows } = await sql<{ kind: ActionKind; id: string; case_id: string }>`
      select p.kind, p.id, p.case_id from pending_content p join moderation_cases c on c.id = p.case_id
      where p.author_id = ${work.member_id} and c.closed_at is null and p.created_at <= ${momentOf(work)}
      order by c.id limit ${PURGE_BATCH_SIZE} for no key update of c`.execute(trx)
    for (const { kind, id, case_id } of rows) {
      const action_id = await recordPart(trx, work, 'reject', kind, id)
      await sql`
        insert into purged_content (purge_id, kind, id, content, action_id)
        select ${work.id}, 'pending', p.id, jsonb_build_object('row', to_jsonb(p), 'case', to_jsonb(c)), ${action_id}
        from pending_content p join moderation_cases c on c.id = p.case_id where p.case_id = ${case_id}`.execute(
        trx,
      )
      await sql`delete from pending_content where case_id = ${case_id}`.execute(trx)
    }
    return { count: rows.length, cases: rows.map(({ case_id }) => case_id) }
  },

  profile: async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const { id, member_id } = work
    const { rows } = await sql`
      select from profiles
      where id = ${member_id} and ${isFilledIn}
        and not exists (select from purged_content where purge_id = ${id} and kind = 'profile')
      for no key update`.execute(trx)
    if (rows.length === 0) return { count: 0 }
    const action_id = await recordPart(trx, work, 'remove', 'profile', member_id)
    await sql`
      insert into purged_content (purge_id, kind, id, content, action_id)
      select ${id}, 'profile', p.id, jsonb_build_object('row', (
        select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(p))
        where key = any(${[...PURGED_FIELDS, 'avatar_url', 'updated_at']}))), ${action_id}
      from profiles p where p.id = ${member_id}`.execute(trx)
    const emptied = PURGED_FIELDS.map((field) => sql`${sql.ref(field)} = null`)
    await sql`
      update profiles set avatar_url = null, ${sql.join(emptied)} where id = ${member_id}`.execute(trx)
    return profileChanged(work)
  },
}

export const contentRestoreSteps = {
  messages: async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const taken = await takeOut(trx, work, 'message')
    await allowPublishingForOthers(trx)
    const { rows } = await sql<{ id: string; recipient_id: string }>`
      insert into messages
      select (jsonb_populate_record(null::messages, taken.row)).*
      from jsonb_array_elements(${JSON.stringify(taken.map(({ content }) => content.row))}::jsonb) as taken (row)
      where exists (select from profiles where id = (taken.row ->> 'recipient_id')::uuid)
      on conflict do nothing returning id, recipient_id`.execute(trx)
    const back = new Set(rows.map(({ id }) => id))
    for (const { id, action_id } of taken)
      if (back.has(id)) await recordPart(trx, work, 'restore', 'message', id, action_id)
    return { count: taken.length, recipients: recipientsOf(work, rows) }
  },

  pending: async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const taken = await takeOut(trx, work, 'pending')
    await allowPublishingForOthers(trx)
    const cases: string[] = []
    for (const { content, action_id } of taken) {
      const { rows } = await sql<{ id: string; kind: ActionKind }>`
        update moderation_cases c set closed_at = null, closed_by = null, outcome = null, snapshot = former.snapshot
        from jsonb_populate_record(null::moderation_cases, ${JSON.stringify(content.case)}::jsonb) as former
        where c.id = former.id and c.closed_at is not null returning c.id, c.kind`.execute(trx)
      const [opened] = rows
      if (!opened) continue
      await sql`
        insert into pending_content
        select (jsonb_populate_record(null::pending_content, ${JSON.stringify(content.row)}::jsonb)).*`.execute(
        trx,
      )
      // The log entry has no link, because the pending text is not public.
      await recordPart(trx, work, 'restore', opened.kind, null, action_id)
      cases.push(opened.id)
    }
    return { count: taken.length, cases }
  },

  /**
   * Restores the profile, except fields that the member has filled in since. Locks the profile only if there
   * is something to restore, because the other steps lock content and other profiles first.
   */
  profile: async (trx: Trx, work: PurgeWork): Promise<PurgeBatchResult> => {
    const { id, member_id } = work
    await sql`
      select from profiles
      where id = ${member_id} and exists (select from purged_content where purge_id = ${id} and kind = 'profile')
      for no key update`.execute(trx)
    const [taken] = await takeOut(trx, work, 'profile')
    if (!taken) return { count: 0 }
    await recordPart(trx, work, 'restore', 'profile', member_id, taken.action_id)
    const former = sql`jsonb_populate_record(null::profiles, ${JSON.stringify(taken.content.row)}::jsonb) as f`
    const restored = PURGED_FIELDS.map(
      (field) => sql`${sql.ref(field)} = coalesce(${sql.ref(`p.${field}`)}, ${formerValue(field)})`,
    )
    await sql`
      update profiles p set avatar_url = coalesce(p.avatar_url, f.avatar_url), ${sql.join(restored)}
      from ${former} where p.id = ${member_id}`.execute(trx)
    // If the restored profile equals the former one, it also gets the former time of its last change.
    await sql`
      update profiles p set updated_at = f.updated_at from ${former}
      where p.id = ${member_id} and row(${columnsOf('p')}) is not distinct from row(${columnsOf('f')})`.execute(
      trx,
    )
    return profileChanged(work)
  },
}

/** Returns the former value of a field, except a name that no longer passes the database's check. */
function formerValue(field: string): RawBuilder<unknown> {
  if (field === 'full_name') return sql`case when not has_invisible(f.full_name) then f.full_name end`
  return sql.ref(`f.${field}`)
}

function columnsOf(table: 'p' | 'f'): RawBuilder<unknown> {
  return sql.join(PURGED_FIELDS.map((field) => sql.ref(`${table}.${field}`)))
}

interface PurgedContentRow {
  id: string
  action_id: string
  content: { row: object; case?: object }
}

async function takeOut(
  trx: Trx,
  { id }: PurgeWork,
  kind: 'message' | 'pending' | 'profile',
): Promise<PurgedContentRow[]> {
  const { rows } = await sql<PurgedContentRow>`
    delete from purged_content where purge_id = ${id} and kind = ${kind} and id in (
      select id from purged_content where purge_id = ${id} and kind = ${kind} order by id limit ${PURGE_BATCH_SIZE})
    returning id, action_id, content`.execute(trx)
  return rows
}

function recordPart(
  trx: Trx,
  { id, undo_id, member_id, by, rule, reason }: PurgeWork,
  action: 'remove' | 'reject' | 'restore',
  kind: ActionKind,
  target_id: string | null,
  reverts?: string,
): Promise<string> {
  const parts = reverts ? { part_of: undo_id, reverts } : { part_of: id, rule, reason }
  return recordAction(trx, { action, by, member_id, kind, target_id, ...parts })
}

function momentOf({ id }: PurgeWork) {
  return sql`(select created_at from purges where id = ${id})`
}

function recipientsOf({ member_id }: PurgeWork, rows: { recipient_id: string }[]) {
  return { sender: member_id, ids: rows.map(({ recipient_id }) => recipient_id) }
}

function profileChanged({ member_id }: PurgeWork): PurgeBatchResult {
  return { count: 1, tags: [`profile:${member_id}`, 'activity', NAMES_TAG], isNamed: true }
}
