import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Thinker } from './contract.ts'

export function listThinkers(db: Kysely<DB>): Promise<Thinker[]> {
  return thinkers(db).orderBy('name').execute()
}

export function findThinker(db: Kysely<DB>, id: string): Promise<Thinker | undefined> {
  return thinkers(db).where('id', '=', id).executeTakeFirst()
}

function thinkers(db: Kysely<DB>) {
  return db
    .selectFrom('featured_thinkers')
    .select(['id', 'name', 'field_of_expertise', 'bio', 'website_url', 'key_works'])
    .select(['born', 'died', 'updated_at'])
}
