import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { commentPath, notePath } from '../../shared/branding/item-address.server.ts'
import type { Report } from './contract.ts'
import { HIDE_THRESHOLD, REPORT_PAGE, type ReportedKind, type ReportReason } from './policy.ts'

interface NewReport {
  reporterId: string
  kind: ReportedKind
  id: string
  reason: ReportReason
  words: string
  /** Maximum reports per member in any 24 hours. Undefined means unlimited. */
  limit: number | undefined
}

interface ReportResult {
  answer: 'missing' | 'own' | 'too_many' | 'reported'
  /** Seconds until the member may report again, if the limit is exceeded. */
  wait: number | null
  /** The case that the report was added to, or null if the report was refused. */
  case_id: string | null
}

/** Saves a report or refuses it. Call it in a transaction. db/schema/reports.sql defines the checks. */
export async function insertReport(db: Kysely<DB>, report: NewReport): Promise<ReportResult> {
  const { reporterId, kind, id, reason, words, limit } = report
  const { rows } = await sql<ReportResult>`
    select * from report_thing(${reporterId}, ${kind}, ${id}, ${reason}, ${words}, ${limit ?? null})`.execute(
    db,
  )
  return rows[0] as ReportResult
}

/**
 * Whether enough established members, with enough weight in total, have reported content of a new member that
 * no moderator has reviewed. Reports alone never hide content of established members.
 */
export async function isHiddenByReports(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from moderation_cases c join profiles author on author.id = c.member_id
    where c.id = ${caseId} and c.closed_at is null and c.kind in ('post', 'comment', 'note')
      and author.established_at is null and not exists (select from user_roles where user_id = author.id)
      and not exists (
        select from moderation_actions a where a.kind = c.kind and a.target_id = c.target_id and a.action = 'remove')
      and not exists (
        select from moderation_cases e
        where e.kind = c.kind and e.target_id = c.target_id and e.outcome in ('upheld', 'rejected'))
      and (
        select count(*) >= ${HIDE_THRESHOLD.reporters} and sum(r.weight) >= ${HIDE_THRESHOLD.weight}
        from reports r join profiles p on p.id = r.reporter_id
        where r.case_id = c.id and p.established_at is not null)`.execute(db)
  return rows.length > 0
}

/** Marks a case as hidden automatically, and moves it to the top of the queue. */
export async function markAutomatic(db: Kysely<DB>, caseId: string): Promise<void> {
  await sql`
    update moderation_cases set source = 'automatic', weight = weight + ${HIDDEN_WEIGHT} where id = ${caseId}`.execute(
    db,
  )
}

/** Weight added to a case to move it to the top of the queue. It exceeds the weight of any reports. */
const HIDDEN_WEIGHT = 1000

/** Lists a member's reports, newest first. */
export async function listReports(db: Kysely<DB>, reporterId: string, cursor: Cursor | undefined) {
  const { rows } = await sql<Report>`
    select r.id, c.kind, c.target_id, ${path} as path, r.reason, r.created_at, c.outcome, c.closed_at,
      case when c.closed_at is null then 'open' else 'closed' end as state
    from reports r join moderation_cases c on c.id = r.case_id
    where r.reporter_id = ${reporterId} and ${isAfter(cursor, { key: 'r.created_at', id: 'r.id' })}
    order by r.created_at desc, r.id desc limit ${REPORT_PAGE + 1}`.execute(db)
  return toPage(rows, REPORT_PAGE, newestCursor)
}

const path = sql`case c.kind
  when 'post' then (select '/post/' || id from posts where id = c.target_id)
  when 'comment' then (select ${commentPath(sql`post_id`, sql`id`)} from comments where id = c.target_id)
  when 'note' then (select ${notePath(sql`id`, sql`parent_id`)} from notes where id = c.target_id)
  when 'profile' then (select '/profile/' || username from profiles where id = c.target_id)
end`
