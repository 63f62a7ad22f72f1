import { type Kysely, sql } from 'kysely'
import { isStaff, type Role, type Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import { unreadComments } from '../../shared/read-positions/sql.server.ts'
import type { ViewerStateOf } from './contract.ts'

type VoteType = ViewerStateOf['comment']['vote_type']

interface AuthoredRow {
  id: string
  author_id: string | null
  author_roles: Role[]
  is_removed: boolean
}

interface CommentRow extends AuthoredRow {
  vote_type: VoteType
}

interface NoteRow extends AuthoredRow {
  user_liked: boolean
}

interface PostRow extends CommentRow {
  bookmarked: boolean
  following: boolean
  muted: boolean
  unread: number | null
}

/** Returns posts whose state differs from the default. A viewer with a role may have rights on any, so gets all. */
export async function findPostStates(db: Kysely<DB>, viewer: Viewer, ids: string[]): Promise<PostRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PostRow>`
    select p.id, ${ownedColumns('p', viewer)}, coalesce(v.vote_type, 0) as vote_type, b.id is not null as bookmarked,
      f.id is not null as following, m.post_id is not null as muted,
      case when r.post_id is not null then ${unreadComments(viewer.id)} end as unread
    from posts p
    left join votes v on v.post_id = p.id and v.user_id = ${viewer.id}
    left join bookmarks b on b.post_id = p.id and b.user_id = ${viewer.id}
    left join post_follows f on f.post_id = p.id and f.follower_id = ${viewer.id}
    left join post_mutes m on m.post_id = p.id and m.member_id = ${viewer.id}
    left join post_reads r on r.post_id = p.id and r.user_id = ${viewer.id}
    where p.id = any(${ids}::uuid[])
      and (v.vote_type is not null or b.id is not null or f.id is not null or m.post_id is not null or r.post_id is not null or p.author_id = ${viewer.id} or ${viewer.roles.length > 0})`.execute(
    db,
  )
  return rows
}

export async function findCommentStates(db: Kysely<DB>, viewer: Viewer, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<CommentRow>`
    select c.id, ${ownedColumns('c', viewer)}, coalesce(v.vote_type, 0) as vote_type
    from comments c left join votes v on v.comment_id = c.id and v.user_id = ${viewer.id}
    where c.id = any(${ids}::uuid[])
      and (v.vote_type is not null or c.author_id = ${viewer.id} or ${viewer.roles.length > 0})`.execute(db)
  return rows
}

export async function findNoteStates(db: Kysely<DB>, viewer: Viewer, ids: string[]): Promise<NoteRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NoteRow>`
    select n.id, ${ownedColumns('n', viewer)}, l.note_id is not null as user_liked
    from notes n left join note_likes l on l.note_id = n.id and l.user_id = ${viewer.id}
    where n.id = any(${ids}::uuid[])
      and (l.note_id is not null or n.author_id = ${viewer.id} or ${viewer.roles.length > 0})`.execute(db)
  return rows
}

export async function findFollowedIds(db: Kysely<DB>, viewer: Viewer, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select following_id as id from user_follows
    where follower_id = ${viewer.id} and following_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findFollowedConceptIds(db: Kysely<DB>, viewer: Viewer, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select concept_id as id from concept_follows
    where follower_id = ${viewer.id} and concept_id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

function ownedColumns(thing: 'p' | 'c' | 'n', viewer: Viewer) {
  const author = sql.ref(`${thing}.author_id`)
  const roles = isStaff(viewer)
    ? sql`array(select role from user_roles r where r.user_id = ${author})`
    : sql`'{}'::text[]`
  return sql`${author}, ${sql.ref(`${thing}.removed_at`)} is not null as is_removed, ${roles} as author_roles`
}
