import { type Kysely, sql } from 'kysely'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import { toPage } from '../../platform/keyset.server.ts'
import { isUuid } from '../../platform/uuid.ts'
import { type AuthorRow, authorColumns, withAuthor } from '../../shared/authors/sql.server.ts'
import { memberJson } from '../json-sql.server.ts'
import { recordAction } from '../record-action.server.ts'
import type { LogDetails, LogEntry } from './contract.ts'
import { LOG_NAME_RETENTION } from './policy.ts'

interface LogFilter {
  action?: string | undefined
  month?: string | undefined
  moderator?: string | undefined
  part_of?: string | undefined
  cursor?: number | undefined
  limit: number
}

type Row = Omit<LogEntry, 'acted_by'> & AuthorRow

/** Lists log entries, newest first. Returns only the columns that are public. */
export async function listActions(db: Kysely<DB>, filter: LogFilter) {
  const { rows } = await pageOf(filter).execute(db)
  return toPage(rows.map(toEntry), filter.limit, ({ number }) => String(number))
}

/** Selects one page through an index before joining, so the cost does not grow with the log. */
function pageOf(filter: LogFilter) {
  return sql<Row>`
    select m.id, m.number::integer as number, m.action, m.acted_as, m.kind, m.post_id, m.rule, m.reason,
      m.redacted_at is not null as is_redacted, m.reverts, m.part_of, m.ends_at, m.created_at,
      case when m.kind not in ('profile', 'member', 'message') or named.id is not null then m.target_id end as target_id,
      (select r.id from moderation_actions r where r.reverts = m.id) as reverted_by,
      (select count(*)::integer from moderation_actions c where c.part_of = m.id) as parts,
      ${authorColumns},
      ${memberJson(sql`named.id`)} as member
    from (
      select * from moderation_actions where ${matches(filter)}
      order by number desc limit ${filter.limit + 1}) as m
    left join profiles a on a.id = m.acted_by
    left join profiles named on named.id = m.member_id and m.action = 'suspend'
      and m.created_at > now() - ${sql.lit(LOG_NAME_RETENTION)}::interval
    order by m.number desc`
}

function matches({ action, month, moderator, part_of, cursor }: LogFilter) {
  const one = action !== undefined && isUuid(action)
  // A filter by action also finds parts of other entries, but not the parts of a purge.
  const ofKind = action && !one ? sql`action = ${action} and ${isNoPartOfPurge}` : undefined
  return sql.join(
    [
      one ? sql`id = ${action}` : part_of ? isPartOf(part_of) : ofKind ? undefined : sql`part_of is null`,
      ofKind,
      month ? sql`month_of(created_at) = ${`${month}-01`}::date` : undefined,
      moderator ? sql`acted_by = ${memberIdByUsername(moderator)}` : undefined,
      cursor ? sql`number < ${cursor}` : undefined,
    ].filter((each) => each !== undefined),
    sql` and `,
  )
}

/** Excludes parts of purges, which can be thousands. PostgreSQL runs the subquery only once per page. */
const isNoPartOfPurge = sql`(part_of is null or part_of not in (
  select id from purges union all select undo_id from purges where undo_id is not null))`

/** Selects the parts of an entry. Parts have higher numbers, so older entries need not be scanned. */
function isPartOf(id: string) {
  return sql`part_of = ${id} and number > (select number from moderation_actions where id = ${id})`
}

/** Returns an entry's details for moderators and admins, except notes about the viewer. */
export async function findDetails(
  db: Kysely<DB>,
  viewerId: string,
  id: string,
): Promise<LogDetails | undefined> {
  const { rows } = await sql<Omit<LogDetails, 'member'> & AuthorRow>`
    select m.id, staff.note, staff.case_id, staff.details, ${authorColumns}
    from moderation_actions m
    left join moderation_actions staff on staff.id = m.id and m.member_id is distinct from ${viewerId}
    left join profiles a on a.id = m.member_id where m.id = ${id}`.execute(db)
  if (!rows[0]) return undefined
  const { author, ...details } = withAuthor(rows[0])
  return { ...details, member: author }
}

interface Redaction {
  id: string
  reason: string
  note: string
}

/** Deletes an entry's reason. Returns 'gone' if the entry doesn't exist, and 'done' if it has no reason. */
export function redactAction(
  db: Kysely<DB>,
  by: Viewer,
  { id, reason, note }: Redaction,
): Promise<{ id: string; tags: string[] } | 'gone' | 'done'> {
  return db.transaction().execute(async (trx) => {
    const entry = await trx
      .selectFrom('moderation_actions')
      .select(['reason', 'member_id', 'kind', 'target_id', 'post_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!entry) return 'gone'
    if (entry.reason === null) return 'done'
    await trx
      .updateTable('moderation_actions')
      .set({ redacted_at: sql`now()`, reason: null })
      .where('id', '=', id)
      .execute()
    const { member_id, kind, target_id, post_id } = entry
    const about = { action: 'redact', kind: 'action', target_id: id } as const
    const tags = post_id ? [`post:${post_id}`, `comments:${post_id}`] : [`${kind}:${target_id}`]
    return { id: await recordAction(trx, { ...about, by, member_id, reason, note }), tags }
  })
}

function toEntry(row: Row): LogEntry {
  const { author, ...entry } = withAuthor(row)
  return { ...entry, acted_by: author }
}

/** Verifies the log's digests. `broken` is the first changed entry, or null if none was changed. */
export async function findBrokenEntry(db: Kysely<DB>): Promise<{ entries: number; broken: number | null }> {
  const { rows } = await sql<{ entries: number; broken: number | null }>`
    select (select count(*)::integer from moderation_actions) as entries,
      broken_moderation_log()::integer as broken`.execute(db)
  return rows[0] as { entries: number; broken: number | null }
}

/** The hexadecimal digest of a log entry, which covers all entries before it. */
export interface LogDigest {
  number: number
  digest: string
}

/** Returns the digest of entry `number` or, if undefined, of the newest. Null if there is no such entry. */
export async function findLogDigest(db: Kysely<DB>, number?: number): Promise<LogDigest | null> {
  const { rows } = await sql<LogDigest>`
    select number::integer as number, encode(digest, 'hex') as digest from moderation_actions
    where ${number === undefined ? sql`true` : sql`number = ${number}`} order by moderation_actions.number desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}
