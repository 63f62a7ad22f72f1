import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { displayName } from '../../shared/authors/display-name.ts'
import { htmlToText } from '../../shared/markup/html.ts'

export interface MemberRow {
  username: string
  full_name?: string | null
  bio?: string | null
  location?: string | null
  /** `id` is a UUIDv7, `created_at` ISO 8601 in UTC. Both default to the current time. */
  id?: string
  created_at?: string
  /** False for a new member. */
  is_established?: boolean
}

export interface PostRow extends Omit<Insertable<DB['posts']>, 'concept_id' | 'content_text'> {
  content_text?: string
  /** Ids of the post's concepts, of which the first is the main one. */
  concept_ids?: string[]
}

export type CommentRow = Insertable<DB['comments']>
export type NoteRow = Insertable<DB['notes']>

/** Inserts members with a verified address and no password, in two statements. Returns their ids in order. */
export async function insertMembers(db: Kysely<DB>, members: readonly MemberRow[]): Promise<string[]> {
  const users = members.map((member) => ({
    id: member.id,
    created_at: member.created_at,
    name: displayName(member),
    email: `${member.username.toLowerCase()}@demo.invalid`,
    email_verified: true,
    username: member.username,
  }))
  const inserted = await db.insertInto('users').values(users).returning(['id', 'username']).execute()
  const idOf = new Map(inserted.map(({ id, username }) => [username, id]))
  const ids = members.map(({ username }) => idOf.get(username) as string)
  await sql`
    UPDATE profiles
    SET full_name = m.full_name, bio = m.bio, location = m.location,
      created_at = coalesce(m.created_at, profiles.created_at),
      established_at = CASE WHEN m.is_established IS NOT FALSE THEN coalesce(m.created_at, now()) END
    FROM jsonb_to_recordset(${JSON.stringify(members.map((member, index) => ({ ...member, id: ids[index] })))}::jsonb)
      AS m (id uuid, full_name text, bio text, location text, created_at timestamptz, is_established boolean)
    WHERE profiles.id = m.id`.execute(db)
  return ids
}

/** Inserts posts with their concepts. Returns their ids in order. */
export async function insertPosts(db: Kysely<DB>, posts: readonly PostRow[]): Promise<string[]> {
  const rows = posts.map(({ concept_ids, content_text, ...post }) => ({
    ...post,
    content_text: content_text ?? htmlToText(post.content),
  }))
  const inserted = await db.insertInto('posts').values(rows).returning('id').execute()
  const ids = inserted.map(({ id }) => id)
  const labels = posts.flatMap(({ concept_ids = [] }, index) =>
    concept_ids.map((concept_id, position) => ({ post_id: ids[index] as string, concept_id, position })),
  )
  if (labels.length > 0) await db.insertInto('post_concepts').values(labels).execute()
  return ids
}

/** Inserts comments. Parents must precede their replies. Returns the ids in order. */
export async function insertComments(db: Kysely<DB>, comments: readonly CommentRow[]): Promise<string[]> {
  const inserted = await db.insertInto('comments').values(comments).returning('id').execute()
  return inserted.map(({ id }) => id)
}

/** Inserts notes. Notes must precede their replies. Returns the ids in order. */
export async function insertNotes(db: Kysely<DB>, notes: readonly NoteRow[]): Promise<string[]> {
  const inserted = await db.insertInto('notes').values(notes).returning('id').execute()
  return inserted.map(({ id }) => id)
}
