import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { commentPath, notePath } from '../site/item-address.server.ts'
import type { Report } from './contract.ts'
import { HIDING, REPORT_PAGE, type ReportedKind, type ReportReason } from './policy.ts'

interface NewReport {
  reporterId: string
  kind: ReportedKind
  id: string
  reason: ReportReason
  words: string
  /** In any 24 hours; undefined: unlimited. */
  limit: number | undefined
}

interface Answer {
  answer: 'missing' | 'own' | 'too_many' | 'reported'
  /** Seconds to wait after too many reports. */
  wait: number | null
  /** The case that received the report. */
  case_id: string | null
}

/** Must run in a transaction. db/schema/reports.sql defines the order of the refusals. */
export async function reportThing(db: Kysely<DB>, report: NewReport): Promise<Answer> {
  const { reporterId, kind, id, reason, words, limit } = report
  const { rows } = await sql<Answer>`
    select * from report_thing(${reporterId}, ${kind}, ${id}, ${reason}, ${words}, ${limit ?? null})`.execute(
    db,
  )
  return rows[0] as Answer
}

/** Whether enough members have reported it to hide it (db/schema/reports.sql). */
export async function isHiddenByReports(db: Kysely<DB>, caseId: string): Promise<boolean> {
  const { rows } = await sql<{ is_hidden: boolean }>`
    select is_hidden_by_reports(${caseId}, ${HIDING.reporters}, ${HIDING.weight}) as is_hidden`.execute(db)
  return rows[0]?.is_hidden ?? false
}

/** Moves the case to the top of the queue. */
export async function markAutomatic(db: Kysely<DB>, caseId: string): Promise<void> {
  await sql`
    update moderation_cases set source = 'automatic', weight = weight + ${HIDDEN_WEIGHT} where id = ${caseId}`.execute(
    db,
  )
}

/** More than any reports weigh. */
const HIDDEN_WEIGHT = 1000

/** Newest first. */
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
