import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB, ModerationActions } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { jsonTime, memberJson } from '../json-sql.server.ts'
import { originOf } from '../origin.server.ts'
import type { Appeal, AppealedAction } from './contract.ts'
import {
  APPEAL_MONTHS,
  APPEAL_WEIGHT,
  APPEALABLE,
  APPEALS_A_DAY,
  type AppealObstacle,
  type AppealOutcome,
} from './policy.ts'

const APPEAL_PAGE = 50

const action = sql`jsonb_build_object('id', a.id, 'action', a.action, 'kind', a.kind, 'target_id', a.target_id, 'rule', a.rule,
  'reason', a.reason, 'origin', ${originOf(sql`a.case_id`)}, 'is_automatic', a.acted_as = 'system',
  'ends_at', ${jsonTime('a.ends_at')}, 'created_at', ${jsonTime('a.created_at')})`

const appealColumns = sql`p.id, p.action_id, p.words, p.created_at, p.outcome, p.answer, p.decided_at`

interface AppealableAction {
  action: AppealedAction
  appeal: Appeal | null
  obstacle: AppealObstacle | null
}

/** Finds a moderation action that affects this member, and whether they can appeal it. */
export async function findAppealableAction(
  db: Kysely<DB>,
  memberId: string,
  actionId: string,
): Promise<AppealableAction | undefined> {
  const { rows } = await sql<Omit<AppealableAction, 'appeal'>>`
    select ${action} as action, case
      when a.action <> all (${[...APPEALABLE]}::text[]) then 'not_appealable'
      when exists (select from appeals where action_id = a.id) then 'appealed'
      when exists (select from moderation_actions where reverts = a.id) then 'reverted'
      when a.acted_as = 'system' and exists (
        select from moderation_cases where id = a.case_id and closed_at is null) then 'undecided'
      when a.created_at < now() - ${`${APPEAL_MONTHS} months`}::interval then 'too_late'
    end as obstacle
    from moderation_actions a where a.id = ${actionId} and a.member_id = ${memberId}`.execute(db)
  if (!rows[0]) return undefined
  const appeal = await sql<Appeal>`
    select ${appealColumns} from appeals p where p.action_id = ${actionId} and p.member_id = ${memberId}`.execute(
    db,
  )
  return { ...rows[0], appeal: appeal.rows[0] ?? null }
}

/** Serializes a member's appeals until the commit, so that concurrent ones can't exceed the daily limit. */
export async function lockAppellant(trx: Kysely<DB>, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${memberId}::text, 107))`.execute(trx)
}

/** Returns the seconds until this member may appeal again, or undefined if they may appeal now. */
export async function findAppealWait(db: Kysely<DB>, memberId: string): Promise<number | undefined> {
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*)::integer as count,
      greatest(1, ceil(extract(epoch from min(created_at) + interval '1 day' - now())))::integer as wait
    from (
      select created_at from appeals where member_id = ${memberId}
      order by created_at desc, id desc limit ${APPEALS_A_DAY}) latest
    where created_at > now() - interval '1 day'`.execute(db)
  const [latest] = rows
  return latest && latest.count >= APPEALS_A_DAY ? latest.wait : undefined
}

/** Opens a moderation case with a copy of the removed text or the sanction's message. */
export async function insertAppeal(
  trx: Kysely<DB>,
  { memberId, actionId, words }: { memberId: string; actionId: string; words: string },
): Promise<Appeal & { case_id: string }> {
  const { rows } = await sql<Appeal & { case_id: string }>`
    with opened as (
      insert into moderation_cases (source, kind, target_id, member_id, snapshot, weight)
      select 'appeal', 'action', a.id, a.member_id, ${appealSnapshot}, ${APPEAL_WEIGHT}
      from moderation_actions a where a.id = ${actionId} returning id)
    insert into appeals as p (action_id, member_id, words, case_id)
    select ${actionId}, ${memberId}, ${words}, id from opened
    returning ${appealColumns}, p.case_id`.execute(trx)
  return rows[0] as Appeal & { case_id: string }
}

/** JSON of the removed text or the sanction's message, or null if it has been erased. */
export const appealSnapshot = sql`coalesce(
  (select jsonb_build_object('title', r.content -> 'row' ->> 'title',
      'content', coalesce(r.content -> 'row' ->> 'content_text', r.content -> 'row' ->> 'content'),
      'post_id', a.post_id, 'at', r.removed_at) || author_facts(a.member_id)
    from removed_content r where r.action_id = a.id),
  (select jsonb_build_object('title', null, 'content', r.passage, 'post_id', a.post_id, 'at', a.created_at)
      || author_facts(a.member_id)
    from redacted_texts r where r.action_id = a.id and a.target_id in (r.post_id, r.comment_id, r.note_id)),
  (select jsonb_build_object('title', null, 'content', s.message, 'at', s.starts_at) || author_facts(a.member_id)
    from sanctions s where s.action_id = a.id limit 1))`

export async function listAppeals(db: Kysely<DB>, memberId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<Appeal & { action: AppealedAction }>`
    select ${appealColumns}, ${action} as action
    from appeals p join moderation_actions a on a.id = p.action_id
    where p.member_id = ${memberId} and ${isAfter(cursor, { key: 'p.created_at', id: 'p.id' })}
    order by p.created_at desc, p.id desc limit ${APPEAL_PAGE + 1}`.execute(db)
  return toPage(rows, APPEAL_PAGE, newestCursor)
}

/** Whether the viewer took the action and there is another moderator or admin who may decide the appeal. */
export function isOwnAction(viewerId: string, actionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from moderation_actions own where own.id = ${actionId} and own.acted_by = ${viewerId} and exists (
      select from user_roles s
      where s.user_id not in (${viewerId}, own.member_id) and s.role in ('moderator', 'admin')
        and case s.role when 'admin' then 3 else 1 end > coalesce((
          select max(case r.role when 'admin' then 3 when 'editor' then 2 else 1 end)
          from user_roles r where r.user_id = own.member_id), 0)))`
}

export interface LockedAppeal extends Appeal {
  case_id: string
  member: { id: string }
  member_roles: Role[]
  is_own_action: boolean
  action: ModerationActions['action']
  kind: ModerationActions['kind']
  target_id: string | null
  decided_by: string | null
}

/** Locks the appeal's moderation case until the commit, and returns the appeal. */
export async function lockAppeal(
  trx: Kysely<DB>,
  viewerId: string,
  id: string,
): Promise<LockedAppeal | undefined> {
  await sql`
    select from moderation_cases where id = (select case_id from appeals where id = ${id}) for no key update`.execute(
    trx,
  )
  const { rows } = await sql<LockedAppeal>`
    select ${appealColumns}, p.case_id, jsonb_build_object('id', p.member_id) as member,
      array(select role from user_roles where user_id = p.member_id) as member_roles,
      ${isOwnAction(viewerId, sql`p.action_id`)} as is_own_action, a.action, a.kind, a.target_id,
      (select coalesce(nullif(by.full_name, ''), by.username) from moderation_cases c join profiles by on by.id = c.closed_by
        where c.id = p.case_id) as decided_by
    from appeals p join moderation_actions a on a.id = p.action_id where p.id = ${id}`.execute(trx)
  return rows[0]
}

interface Decision {
  outcome: Exclude<AppealOutcome, 'moot'>
  answer: string | null
  note: string | null
  by: string
}

/** Closes the appeal and its moderation case. A trigger notifies the member (db/schema/reports.sql). */
export async function closeAppeal(
  trx: Kysely<DB>,
  appeal: LockedAppeal,
  decision: Decision,
): Promise<Appeal> {
  const { outcome, answer, note, by } = decision
  const { rows } = await sql<Appeal>`
    update appeals as p set outcome = ${outcome}, answer = ${answer}, decided_at = now()
    where p.id = ${appeal.id} returning ${appealColumns}`.execute(trx)
  await sql`
    update moderation_cases set closed_at = now(), closed_by = ${by}, note = ${note},
      outcome = ${outcome === 'granted' ? 'upheld' : 'rejected'}, claimed_by = null, claimed_until = null
    where id = ${appeal.case_id} and closed_at is null`.execute(trx)
  return rows[0] as Appeal
}

export interface AppealOfCase extends Appeal {
  action: AppealedAction & { acted_by: Author | null; acted_as: 'moderator' | 'admin' | 'system' }
}

export async function findAppealOfCase(db: Kysely<DB>, caseId: string): Promise<AppealOfCase | null> {
  const { rows } = await sql<AppealOfCase>`
    select ${appealColumns}, ${action} || jsonb_build_object('acted_as', a.acted_as, 'acted_by',
      ${memberJson(sql`a.acted_by`)}) as action
    from appeals p join moderation_actions a on a.id = p.action_id where p.case_id = ${caseId}`.execute(db)
  return rows[0] ?? null
}
