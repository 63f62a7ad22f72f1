import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Thinker } from './contract.ts'

export function listThinkers(db: Kysely<DB>): Promise<Thinker[]> {
  return db
    .selectFrom('featured_thinkers')
    .select(['id', 'name', 'field_of_expertise', 'bio', 'website_url', 'key_works', 'born', 'died'])
    .orderBy('name')
    .execute()
}
