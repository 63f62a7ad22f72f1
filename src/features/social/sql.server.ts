import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { categoriesOfPost } from '../posts/summary-sql.server.ts'
import type { Pictured } from './address.ts'

/** What the image of a post shows; nothing when there is no such post. */
export async function findPictured(db: Kysely<DB>, id: string): Promise<Pictured | undefined> {
  const { rows } = await sql<Pictured>`
    select p.id, p.title, coalesce(nullif(a.full_name, ''), a.username) as author, ${categoriesOfPost} as categories
    from posts p left join profiles a on a.id = p.author_id where p.id = ${id}`.execute(db)
  return rows[0]
}
