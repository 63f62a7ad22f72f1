import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { authorNameSql } from '../../shared/authors/sql.server.ts'
import { postConceptsSql } from '../concepts/sql.server.ts'
import type { SocialImageSubject } from './address.ts'

export async function findSocialImageSubject(db: Kysely<DB>, id: string) {
  const [found] = await findAllSocialImageSubjects(db, [id])
  return found
}

export async function findAllSocialImageSubjects(db: Kysely<DB>, ids: readonly string[]) {
  const { rows } = await sql<SocialImageSubject>`
    select p.id, p.title, ${authorNameSql} as author, ${postConceptsSql} as concepts
    from posts p left join profiles a on a.id = p.author_id where p.id = any(${ids}::uuid[]) and p.deleted_at is null and p.removed_at is null`.execute(
    db,
  )
  return rows
}
