import { type Kysely, sql } from 'kysely'
import type { Role, Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { PROFILE_FIELDS } from '../../people/profiles/inputs.ts'
import { memberIdByUsername } from '../../people/profiles/sql.server.ts'
import { memberColumns } from '../../shared/authors/sql.server.ts'
import type { Purge } from './contract.ts'
import { type PurgeCounts, type PurgeState, type PurgeSubject, YOUNG_DAYS } from './policy.ts'

const purgeColumns = sql.raw(
  'id, state, counts, total, least(done, total) as done, created_at, ended_at, erase_at',
)

/** Profile fields that a purge empties. */
export const PURGED_FIELDS = PROFILE_FIELDS.filter((field) => field !== 'username')
export const isFilledIn = sql`num_nonnulls(avatar_url, ${sql.join(PURGED_FIELDS.map((field) => sql.ref(field)))}) > 0`

export async function findPurgeSubject(db: Kysely<DB>, username: string): Promise<PurgeSubject | undefined> {
  const { rows } = await sql<PurgeSubject>`
    select p.id, array(select role from user_roles where user_id = p.id) as roles,
      p.created_at > now() - ${`${YOUNG_DAYS} days`}::interval as is_young,
      (p.post_count + p.comment_count + (
        select count(*) from notes where author_id = p.id and deleted_at is null and removed_at is null))::integer as things
    from profiles p where p.id = ${memberIdByUsername(username)}`.execute(db)
  return rows[0]
}

/**
 * Counts the items that a purge would remove if it started now. Skips content that a moderator has removed,
 * and messages that the recipient has read.
 */
export async function countPurgeable(db: Kysely<DB>, memberId: string): Promise<PurgeCounts> {
  const visible = sql`author_id = ${memberId} and deleted_at is null and removed_at is null`
  const { rows } = await sql<PurgeCounts>`
    select
      (select count(*)::integer from posts where ${visible}) as posts,
      (select count(*)::integer from comments where ${visible}) as comments,
      (select count(*)::integer from notes where ${visible}) as notes,
      (select count(*)::integer from pending_content p join moderation_cases c on c.id = p.case_id
        where p.author_id = ${memberId} and c.closed_at is null) as pending,
      (select count(*)::integer from messages where sender_id = ${memberId} and not is_read) as messages,
      (select count(*)::integer from standing_votes(${memberId})) as votes,
      (select count(*)::integer from standing_likes(${memberId})) as likes,
      ((select count(*) from user_follows where follower_id = ${memberId})
        + (select count(*) from concept_follows where follower_id = ${memberId})
        + (select count(*) from post_follows f join posts p on p.id = f.post_id
          where f.follower_id = ${memberId} and p.deleted_at is null and p.removed_at is null))::integer as follows,
      (select count(*)::integer from profiles
        where id = ${memberId} and ${isFilledIn}) as profile`.execute(db)
  return rows[0] as PurgeCounts
}

/**
 * Records a purge of the member's items created up to now. Deletes all access tokens, because others may have
 * them. The caller must have locked the member.
 */
export async function insertPurge(
  trx: Kysely<DB>,
  purge: { id: string; member_id: string; counts: PurgeCounts; total: number },
): Promise<Purge> {
  await trx.deleteFrom('access_tokens').where('member_id', '=', purge.member_id).execute()
  const { rows } = await sql<Purge>`
    insert into purges (id, member_id, counts, total)
    values (${purge.id}, ${purge.member_id}, ${JSON.stringify(purge.counts)}::jsonb, ${purge.total})
    returning ${purgeColumns}`.execute(trx)
  return rows[0] as Purge
}

export async function hasRunningPurge(db: Kysely<DB>, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from purges where member_id = ${memberId} and state in ('purging', 'restoring')`.execute(db)
  return rows.length > 0
}

export async function findLatest(db: Kysely<DB>, memberId: string): Promise<Purge | undefined> {
  const { rows } = await sql<Purge>`
    select ${purgeColumns} from purges where member_id = ${memberId} order by id desc limit 1`.execute(db)
  return rows[0]
}

interface LockedPurge {
  id: string
  member_id: string
  state: PurgeState
  is_erased: boolean
}

/** Locks and returns the member's latest purge. */
export async function lockLatestPurge(trx: Kysely<DB>, memberId: string): Promise<LockedPurge | undefined> {
  const { rows } = await sql<LockedPurge>`
    select id, member_id, state, erase_at <= now() as is_erased from purges
    where id = (select id from purges where member_id = ${memberId} order by id desc limit 1) for update`.execute(
    trx,
  )
  return rows[0]
}

export async function startPurgeUndo(trx: Kysely<DB>, id: string, undoId: string): Promise<Purge> {
  const { rows } = await sql<Purge>`
    update purges set state = 'restoring', undo_id = ${undoId}, done = 0, ended_at = null, total = greatest(1, ${taken(id)})
    where id = ${id} returning ${purgeColumns}`.execute(trx)
  return rows[0] as Purge
}

/** SQL that counts the content that remains to be restored. */
function taken(id: string) {
  return sql`((select count(*) from purged_content where purge_id = ${id})
    + (select count(*) from moderation_actions a join removed_content r on r.action_id = a.id where a.part_of = ${id}))`
}

export interface PurgeWork {
  id: string
  member_id: string
  state: PurgeState
  undo_id: string | null
  rule: string | null
  reason: string | null
  /** The moderator named in the log entries, or null if they deleted their account. */
  by: Viewer | null
}

/** Locks a purge for one batch. Returns undefined if it has ended or another process has locked it. */
export async function lockPurgeWork(trx: Kysely<DB>, id: string): Promise<PurgeWork | undefined> {
  const { rows } = await sql<Omit<PurgeWork, 'by'> & { acted_as: Role; acted_by: string | null }>`
    select w.id, w.member_id, w.state, w.undo_id, a.rule, a.reason, a.acted_as, a.acted_by
    from purges w join moderation_actions a on a.id = coalesce(w.undo_id, w.id)
    where w.id = ${id} and w.state in ('purging', 'restoring') for no key update of w skip locked`.execute(
    trx,
  )
  const [row] = rows
  if (!row) return undefined
  const { acted_as, acted_by, ...work } = row
  const actor = acted_by ? await findActor(trx, acted_by) : undefined
  return { ...work, by: actor ? { ...actor, roles: [acted_as] } : null }
}

async function findActor(db: Kysely<DB>, id: string): Promise<Omit<Viewer, 'roles'> | undefined> {
  const { rows } = await sql<Omit<Viewer, 'roles'>>`
    select ${memberColumns} from profiles p where p.id = ${id}`.execute(db)
  return rows[0]
}

/** Updates the progress. An undo derives it from the remaining items, as some may have been deleted. */
export async function advancePurge(trx: Kysely<DB>, { id, state }: PurgeWork, count: number): Promise<void> {
  const done = state === 'purging' ? sql`done + ${count}` : sql`greatest(0, total - ${taken(id)})`
  await sql`update purges set done = ${done} where id = ${id}`.execute(trx)
}

export async function finishPurge(trx: Kysely<DB>, { id, state }: PurgeWork): Promise<void> {
  const ended = state === 'purging' ? 'purged' : 'restored'
  await sql`update purges set state = ${ended}, done = total, ended_at = now() where id = ${id}`.execute(trx)
}

/** Lists the purges that have not ended, including those that another process is working on. */
export async function listUnderWay(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from purges where state in ('purging', 'restoring') order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function erasePurged(db: Kysely<DB>): Promise<void> {
  await sql`
    delete from purged_content where purge_id in (
      select id from purges where erase_at <= now() and state in ('purged', 'restored'))`.execute(db)
}
