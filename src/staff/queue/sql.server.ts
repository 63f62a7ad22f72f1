import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Role } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { isOwnAction } from '../../moderation/appeals/sql.server.ts'
import { memberJson } from '../../moderation/json-sql.server.ts'
import type { ReportOutcome } from '../../moderation/reports/policy.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Author } from '../../shared/authors/contract.ts'
import { type CaseCursor, type ModerationCase, writeOpenCursor } from './case-schemas.ts'
import { CASE_KINDS, CASE_PAGE, type CaseKind, DOMAINS_MAX, EXCERPT, LINKS_READ } from './policy.ts'
import { WAITING_CAP } from './waiting-cap.ts'

export interface CaseRow extends Omit<ModerationCase, 'claim' | 'closed' | 'obstacle'> {
  member_roles: Role[]
  is_reporter: boolean
  is_own_action: boolean
  claimed_by: Author | null
  claimed_until: string | null
  closed_at: string | null
  closed_by: Author | null
  outcome: ReportOutcome | null
  note: string | null
}

const caseColumns = (viewerId: string) => sql`
  c.id, c.source, c.kind, c.target_id, c.weight, c.report_count, c.created_at, c.closed_at, c.outcome, c.note,
  ${memberJson(sql`c.member_id`)} as member, ${memberJson(sql`c.closed_by`)} as closed_by,
  case when c.claimed_until is null or c.claimed_until > now() then ${memberJson(sql`c.claimed_by`)} end as claimed_by, c.claimed_until,
  array(select role from user_roles where user_id = c.member_id) as member_roles,
  array(select distinct reason from reports where case_id = c.id order by reason) as reasons,
  coalesce(c.snapshot->'hold_reasons', '[]') as hold_reasons,
  coalesce(c.snapshot->'watched_words', '[]') as watched_words,
  exists (select from reports where case_id = c.id and reporter_id = ${viewerId}) as is_reporter,
  c.kind = 'action' and ${isOwnAction(viewerId, sql`c.target_id`)} as is_own_action,
  array(
    select distinct rtrim(substring(lower(link) from '^https?://(?:www[.])?([^/:?#<>(),;!"[:space:]]+)'), '.')
    from (
      select jsonb_array_elements_text(coalesce(c.snapshot->'links', '[]')) as link
      union all select found[1] from regexp_matches(left(c.snapshot->>'content', ${LINKS_READ}), '(https?://[^[:space:]]+)', 'gi') as found
    ) as links
    where link ~* '^https?://[^/:?#]' order by 1 limit ${DOMAINS_MAX}) as domains,
  c.snapshot->>'author_name' as author_name, left(c.snapshot->>'title', ${EXCERPT}) as title,
  left(coalesce(
    (select words from appeals where case_id = c.id), c.snapshot->>'content', ''), ${EXCERPT}) as excerpt`

/** Excludes cases about the viewer, so that moderators can't see who reported them. */
function isNotAbout(viewerId: string): RawBuilder<boolean> {
  return sql`c.member_id is distinct from ${viewerId}`
}

interface CaseFilter {
  state: 'open' | 'closed'
  kind?: CaseKind | undefined
  source?: 'report' | 'pending' | undefined
  assigned?: 'mine' | 'none' | undefined
  cursor?: CaseCursor | undefined
}

/** Lists open cases by weight and age, or closed cases, newest first. */
export async function listCases(db: Kysely<DB>, viewerId: string, wanted: CaseFilter) {
  const { rows } = await pageOf(viewerId, wanted).execute(db)
  return toPage(rows, CASE_PAGE, (row) =>
    wanted.state === 'open'
      ? writeOpenCursor(row)
      : newestCursor({ id: row.id, created_at: row.closed_at as string }),
  )
}

function pageOf(viewerId: string, { state, kind, source, assigned, cursor }: CaseFilter) {
  const ofKind = kind ? sql`c.kind = ${kind}` : sql`true`
  // These are literals, not parameters, so that PostgreSQL uses the partial indexes.
  const from = { pending: sql`c.source = 'pending'`, report: sql`c.source <> 'pending'`, all: sql`true` }[
    source ?? 'all'
  ]
  const claim = {
    mine: sql`c.claimed_by = ${viewerId} and (c.claimed_until is null or c.claimed_until > now())`,
    none: sql`(c.claimed_by is null or c.claimed_until <= now())`,
    any: sql`true`,
  }[assigned ?? 'any']
  const order = state === 'open' ? sql`-c.weight, c.id` : sql`c.closed_at desc, c.id desc`
  const place =
    state === 'open'
      ? sql`c.closed_at is null and ${
          cursor?.state === 'open'
            ? sql`(-c.weight, c.id) > (-(${cursor.weight}::real), ${cursor.id}::uuid)`
            : sql`true`
        }`
      : sql`c.closed_at is not null and ${
          cursor?.state === 'closed' ? isAfter(cursor.after, { key: 'c.closed_at', id: 'c.id' }) : sql`true`
        }`
  return sql<CaseRow>`
    select ${caseColumns(viewerId)}
    from (
      select * from moderation_cases c where ${ofKind} and ${from} and ${claim} and ${place} and ${isNotAbout(viewerId)}
      order by ${order} limit ${CASE_PAGE + 1}) as c
    order by ${order}`
}

/** Counts open cases of each kind, at most WAITING_CAP, so that the cost doesn't grow with the queue. */
export async function countWaiting(
  db: Kysely<DB>,
  viewerId: string,
): Promise<{ kind: CaseKind; count: number }[]> {
  const { rows } = await sql<{ kind: CaseKind; count: number }>`
    select kinds.kind, open.count
    from unnest(${[...CASE_KINDS]}::text[]) as kinds (kind)
    cross join lateral (
      select count(*)::integer as count from (
        select from moderation_cases c
        where c.closed_at is null and c.kind = kinds.kind and ${isNotAbout(viewerId)}
        order by -c.weight, c.id limit ${WAITING_CAP}) as capped) as open`.execute(db)
  return rows
}

export async function findCase(db: Kysely<DB>, viewerId: string, id: string): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${caseColumns(viewerId)} from moderation_cases c
    where c.id = ${id} and ${isNotAbout(viewerId)}`.execute(db)
  return rows[0]
}

/** Locks a case until the commit and returns it. */
export async function lockCase(trx: Kysely<DB>, viewerId: string, id: string): Promise<CaseRow | undefined> {
  await sql`select from moderation_cases where id = ${id} for no key update`.execute(trx)
  return findCase(trx, viewerId, id)
}

interface CaseClosingInput {
  outcome: ReportOutcome
  by: string
  note: string | null
}

/** Closes a case and saves the outcome. A trigger notifies the reporters (db/schema/reports.sql). */
export async function closeCase(
  trx: Kysely<DB>,
  id: string,
  { outcome, by, note }: CaseClosingInput,
): Promise<void> {
  await sql`
    update moderation_cases set closed_at = now(), closed_by = ${by}, outcome = ${outcome}, note = ${note},
      claimed_by = null, claimed_until = null
    where id = ${id} and closed_at is null`.execute(trx)
}

/** Returns the members who reported the content or wrote the pending text. Notify them after the commit. */
export async function listConcernedMembers(db: Kysely<DB>, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select reporter_id as id from reports where case_id = ${id} and reporter_id is not null
    union select member_id from moderation_cases where id = ${id} and source = 'pending' and member_id is not null`.execute(
    db,
  )
  return rows.map((row) => row.id)
}
