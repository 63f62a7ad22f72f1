import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { isAfter, newestCursor, toPage } from '../../platform/keyset.server.ts'
import type { Cursor } from '../../platform/keyset.ts'
import { authorColumns, type PresentAuthorRow, toAuthor } from '../../shared/authors/sql.server.ts'
import type { RelationState } from './contract.ts'
import { RELATION_PAGE, type Relation } from './policy.ts'

export async function setMute(
  db: Kysely<DB>,
  memberId: string,
  otherId: string,
  wanted: boolean,
): Promise<void> {
  await sql`select set_mute(${memberId}, ${otherId}, ${wanted})`.execute(db)
}

/** Blocks or unblocks a member. Returns whether a block ended a follow between the two. */
export async function setBlock(
  db: Kysely<DB>,
  memberId: string,
  otherId: string,
  wanted: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ was_followed: boolean }>`
    select set_block(${memberId}, ${otherId}, ${wanted}) as was_followed`.execute(db)
  return rows[0]?.was_followed ?? false
}

export async function readState(db: Kysely<DB>, memberId: string, otherId: string): Promise<RelationState> {
  const { rows } = await sql<RelationState>`
    select exists (select from mutes where member_id = ${memberId} and muted_id = ${otherId}) as muted,
      is_blocked(${memberId}, ${otherId}) as blocked`.execute(db)
  return rows[0] as RelationState
}

/** Returns muted and blocked members: at most a thousand of each. */
export async function listHidden(db: Kysely<DB>, memberId: string) {
  const { rows } = await sql<RelationState & { id: string; username: string }>`
    select p.id, p.username, exists (select from mutes where member_id = ${memberId} and muted_id = p.id) as muted,
      is_blocked(${memberId}, p.id) as blocked
    from ignored_by(${memberId}) as other (id) join profiles p on p.id = other.id
    order by p.id`.execute(db)
  return rows
}

const COLUMNS = { mutes: 'muted_id', blocks: 'blocked_id' } as const

/** Lists muted or blocked members, the latest first. */
export async function listRelations(
  db: Kysely<DB>,
  relation: Relation,
  memberId: string,
  cursor: Cursor | undefined,
) {
  const other = COLUMNS[relation]
  const { rows } = await sql<PresentAuthorRow & { id: string; created_at: string }>`
    select r.id, r.created_at, ${authorColumns}
    from (
      select ${sql.ref(other)} as id, created_at from ${sql.table(relation)}
      where member_id = ${memberId} and ${isAfter(cursor, { id: other })}
      order by created_at desc, ${sql.ref(other)} desc limit ${sql.lit(RELATION_PAGE + 1)}) as r
    join profiles a on a.id = r.id
    order by r.created_at desc, r.id desc`.execute(db)
  const { items, next } = toPage(rows, RELATION_PAGE, newestCursor)
  return { items: items.map((row) => ({ created_at: row.created_at, profile: toAuthor(row) })), next }
}
