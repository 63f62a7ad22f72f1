import { type Kysely, sql, type Transaction } from 'kysely'
import { type SummaryRow, summaryColumns, toSummary } from '../../content/posts/card/summary-sql.server.ts'
import type { DB } from '../../db/types.ts'
import type { DigestChoice } from './contract.ts'
import { DIGEST_POSTS } from './policy.ts'

const columns = sql<DigestChoice>`frequency, hour, time_zone`

export async function findDigestChoice(db: Kysely<DB>, memberId: string): Promise<DigestChoice | undefined> {
  const { rows } =
    await sql<DigestChoice>`select ${columns} from digests where member_id = ${memberId}`.execute(db)
  return rows[0]
}

/** Saves the choice. If the digest was off, the next one only covers the time from now on. */
export async function saveDigestChoice(
  db: Kysely<DB>,
  memberId: string,
  digest: DigestChoice,
): Promise<DigestChoice> {
  const { rows } = await sql<DigestChoice>`
    insert into digests as former (member_id, frequency, hour, time_zone)
    values (${memberId}, ${digest.frequency}, ${digest.hour}, ${digest.time_zone})
    on conflict (member_id) do update set
      frequency = excluded.frequency, hour = excluded.hour, time_zone = excluded.time_zone, visited_at = now(),
      covered_until = case when former.frequency = 'off' then now() else former.covered_until end
    returning ${columns}`.execute(db)
  return rows[0] as DigestChoice
}

export async function endDigest(db: Kysely<DB>, memberId: string): Promise<void> {
  await sql`update digests set frequency = 'off' where member_id = ${memberId} and frequency <> 'off'`.execute(
    db,
  )
}

export interface DueDigest {
  member_id: string
  since: string
  until: string
}

/** Returns digests to send now and schedules the next ones. Skips those that another node is handling. */
export async function takeDueDigests(trx: Transaction<DB>, limit: number): Promise<DueDigest[]> {
  const { rows } = await sql<DueDigest>`
    with due as (
      select member_id, covered_until from digests where next_at <= now() and frequency <> 'off'
      order by next_at limit ${limit} for update skip locked)
    update digests set covered_until = now() from due where digests.member_id = due.member_id
    returning digests.member_id, due.covered_until as since, digests.covered_until as until`.execute(trx)
  return rows
}

export async function isAway(db: Kysely<DB>, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ is_away: boolean }>`
    select visited_at <= now() - interval '8 weeks' as is_away from digests where member_id = ${memberId}`.execute(
    db,
  )
  return rows[0]?.is_away ?? false
}

/** Returns the period's best posts. Excludes own, read and muted posts, and muted and blocked authors. */
export async function listNewPosts(db: Kysely<DB>, { member_id, since, until }: DueDigest) {
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns}
    from post_rankings r join posts p on p.id = r.post_id left join profiles a on a.id = p.author_id
    where r.scope = whole_forum() and r.created_at > ${since} and r.created_at <= ${until}
      and p.deleted_at is null and p.removed_at is null
      and p.author_id is distinct from ${member_id}::uuid
      and coalesce(p.author_id <> all (array(select ignored_by(${member_id}))), true)
      and not is_post_muted(${member_id}, p.id)
      and not exists (select from post_reads own where own.user_id = ${member_id} and own.post_id = p.id)
    order by r.votes_score desc, p.id desc limit ${DIGEST_POSTS}`.execute(db)
  return rows.map(toSummary)
}
