import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

interface SavedReadPosition {
  read_until: string
  former_until: string | null
  unread: number
}

/** Saves the time up to which a member has read a post, if it is later. Undefined if the post is missing. */
export async function saveReadPosition(
  db: Kysely<DB>,
  userId: string,
  { id, until }: { id: string; until?: string | undefined },
): Promise<SavedReadPosition | undefined> {
  const { rows } = await sql<SavedReadPosition>`
    with former as (select read_until from post_reads where user_id = ${userId} and post_id = ${id})
    insert into post_reads (user_id, post_id, read_until)
    select ${userId}, id, least(greatest(created_at, ${until ?? null}::timestamptz), now()) from posts where id = ${id} and removed_at is null
    on conflict (user_id, post_id) do update
      set read_until = greatest(post_reads.read_until, excluded.read_until),
        read_at = greatest(post_reads.read_at, excluded.read_at)
    returning read_until, (select read_until from former) as former_until,
      ${unreadComments(userId, sql`post_reads`)} as unread`.execute(db)
  return rows[0]
}

/** Counts other members' comments that the member has not read. For queries with `post_reads r`. */
export function unreadComments(userId: string, r: RawBuilder<unknown> = sql`r`): RawBuilder<number> {
  return sql`(
    select count(*) from comments c
    where c.post_id = ${r}.post_id and c.created_at > ${r}.read_until and c.deleted_at is null and c.removed_at is null
      and c.author_id is distinct from ${userId}::uuid)`
}
