import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'

export interface NewPicture {
  id: string
  author_id: string
  width: number
  height: number
  bytes: number
}

/** Fails with pictures_off or pictures_quota (db/schema/pictures.sql). */
export async function insertPicture(db: Kysely<DB>, picture: NewPicture): Promise<void> {
  await db.insertInto('pictures').values(picture).execute()
}

export async function deletePicture(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom('pictures').where('id', '=', id).execute()
}

interface PictureAccess {
  author_id: string | null
  is_public: boolean
}

export async function findPictureAccess(db: Kysely<DB>, id: string): Promise<PictureAccess | undefined> {
  const { rows } = await sql<PictureAccess>`
    select author_id, is_picture_public(id) as is_public from pictures where id = ${id}`.execute(db)
  return rows[0]
}

/** Returns whether moderators see the picture in a pending, removed or reported text. */
export async function isPictureHeld(db: Kysely<DB>, id: string, authorId: string): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select is_picture_held(${id}::uuid, ${authorId}::uuid) as is_held`.execute(db)
  return rows[0]?.is_held ?? false
}

/**
 * Deletes up to `limit` pictures that no text contains, and returns their ids. Uploads get a day to be used,
 * unless their member has left. Imported pictures get a week, because their texts come later.
 */
export async function deleteUnusedPictures(db: Kysely<DB>, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from pictures where id in (
      select p.id from pictures p
      where (p.created_at < now() - interval '1 day' or p.author_id is null)
        and (p.created_at < now() - interval '7 days' or not exists (select from imported i where i.id = p.id))
        and not exists (select from picture_uses u where u.picture_id = p.id)
        and not is_picture_held(p.id, p.author_id)
      limit ${limit} for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

export async function findExistingPictures(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from pictures where id = any(${ids}::uuid[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
