import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Resource } from './contract.ts'

/** Returns books sorted by year, then blogs sorted by category. */
export function listResources(db: Kysely<DB>): Promise<Resource[]> {
  return resources(db).orderBy('kind', 'desc').orderBy('year').orderBy('category').orderBy('title').execute()
}

export function findResource(db: Kysely<DB>, id: string): Promise<Resource | undefined> {
  return resources(db).where('id', '=', id).executeTakeFirst()
}

function resources(db: Kysely<DB>) {
  return db
    .selectFrom('resources')
    .select(['id', 'title', 'author', 'description', 'link', 'year', 'category', 'updated_at'])
    .select(sql<Resource['kind']>`kind`.as('kind'))
}
