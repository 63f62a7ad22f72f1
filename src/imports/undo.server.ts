import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/types.ts'
import { isUuid } from '../platform/uuid.ts'
import type { ImportKind } from './records.ts'

export interface UndoResult {
  kind: ImportKind
  deleted: number
  /** Items that somebody has used or changed since. */
  kept: number
}

/** Rows of a table that the run imported and that did not exist before. */
const OF_RUN = (kind: ImportKind, run: string) =>
  sql`select id from imported where run_id = ${run} and kind = ${kind} and not is_old and id is not null`

/** Deleted per statement, so that locks are short. */
const BATCH = 1000

/**
 * Deletes what a run brought, unless somebody has touched it since: answered, voted for, edited or reported texts, and
 * members who have signed in. Returns undefined if there is no such run. Can be repeated. Rejects when the signal aborts.
 */
export async function undoImport(
  db: Kysely<DB>,
  run: string,
  signal?: AbortSignal,
): Promise<UndoResult[] | undefined> {
  const found =
    isUuid(run) &&
    (await db.selectFrom('import_runs').select('started_at').where('id', '=', run).executeTakeFirst())
  if (!found) return undefined
  const results: UndoResult[] = []
  for (const kind of ['message', 'sanction', 'comment', 'post', 'concept', 'member'] as const)
    results.push(await undoKind(db, kind, run, signal))
  await sql`
    delete from imported i where run_id = ${run} and (id is null or is_old
      or kind in ('avatar', 'vote', 'bookmark', 'follow', 'block')
      or kind = 'picture' and not exists (select from picture_uses u where u.picture_id = i.id))`.execute(db)
  await sql`
    delete from imported i where run_id = ${run} and (kind = 'address' and not exists (
        select from imported o where o.id = i.id and o.kind <> 'address'))`.execute(db)
  const kept = results.reduce((sum, result) => sum + result.kept, 0)
  await sql`update import_runs set undone_at = now(), kept = ${kept} where id = ${run}`.execute(db)
  return results
}

async function undoKind(
  db: Kysely<DB>,
  kind: keyof typeof UNTOUCHED,
  run: string,
  signal?: AbortSignal,
): Promise<UndoResult> {
  const { table, condition } = UNTOUCHED[kind]
  let deleted = 0
  for (;;) {
    signal?.throwIfAborted()
    const { rows } = await sql<{ id: string }>`
      with untouched as (
        select t.id from ${sql.table(table)} t
        where t.id in (${OF_RUN(kind, run)}) and ${condition(run)} limit ${BATCH})
      delete from ${sql.table(table)} where id in (select id from untouched) returning id`.execute(db)
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    await sql`delete from imported where kind = ${kind} and id = any(${ids}::uuid[])`.execute(db)
    deleted += rows.length
  }
  const { rows } = await sql<{ kept: number }>`
    select count(*)::integer as kept from imported i join ${sql.table(table)} t on t.id = i.id
    where i.run_id = ${run} and i.kind = ${kind} and not i.is_old`.execute(db)
  return { kind, deleted, kept: rows[0]?.kept ?? 0 }
}

const byRun = (run: string) => sql`(select id from imported where run_id = ${run} and id is not null)`
const startOf = (run: string) => sql`(select started_at from import_runs where id = ${run})`

/** Members of our own archive have hashes of our own, which a sign-in does not replace. */
const IS_AS_IMPORTED = (run: string) => sql`(
  a.updated_at = a.created_at and (select source like 'archive%' from import_runs where id = ${run}))`

/** For each kind, the condition under which nobody has touched an item since the run. */
const UNTOUCHED = {
  message: { table: 'messages', condition: (_run: string) => sql`true` },
  sanction: {
    table: 'sanctions',
    condition: (_run: string) => sql`t.lifted_at is null and t.replaced_by is null`,
  },
  comment: {
    table: 'comments',
    condition: (run: string) => sql`
      (t.edited_at is null or t.edited_at < ${startOf(run)}) and t.removed_at is null and t.deleted_at is null
      and not exists (select from comments c where c.parent_id = t.id)
      and not exists (select from votes v where v.comment_id = t.id and v.user_id not in ${byRun(run)})
      and not exists (select from moderation_cases m where m.target_id = t.id)`,
  },
  post: {
    table: 'posts',
    condition: (run: string) => sql`
      (t.edited_at is null or t.edited_at < ${startOf(run)}) and t.removed_at is null and t.deleted_at is null
      and not exists (select from comments c where c.post_id = t.id)
      and not exists (select from votes v where v.post_id = t.id and v.user_id not in ${byRun(run)})
      and not exists (select from bookmarks b where b.post_id = t.id and b.user_id not in ${byRun(run)})
      and not exists (select from moderation_cases m where m.target_id = t.id)`,
  },
  concept: {
    table: 'concepts',
    condition: (_run: string) => sql`
      not exists (select from post_concepts p where p.concept_id = t.id)
      and not exists (select from concept_follows f where f.concept_id = t.id)`,
  },
  member: {
    table: 'users',
    condition: (run: string) => sql`
      not exists (select from sessions s where s.user_id = t.id)
      and not exists (select from known_devices k where k.user_id = t.id)
      and not exists (
        select from accounts a where a.user_id = t.id and a.password not like 'import:%' and not ${IS_AS_IMPORTED(run)})
      and not exists (select from user_roles r where r.user_id = t.id)
      and not exists (select from posts p where p.author_id = t.id)
      and not exists (select from comments c where c.author_id = t.id)
      and not exists (select from notes n where n.author_id = t.id)
      and not exists (select from votes v where v.user_id = t.id)
      and not exists (select from messages m where t.id in (m.sender_id, m.recipient_id))
      and not exists (select from user_follows f where f.following_id = t.id and f.follower_id not in ${byRun(run)})`,
  },
} satisfies Record<string, { table: keyof DB; condition: (run: string) => unknown }>
