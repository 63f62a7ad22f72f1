import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { ConceptDetails } from './contract.ts'

export function listConcepts(db: Kysely<DB>): Promise<ConceptDetails[]> {
  return counted(db)
    .orderBy('position', (order) => order.asc().nullsLast())
    .orderBy('name')
    .execute()
}

export function findConcept(db: Kysely<DB>, id: string): Promise<ConceptDetails | undefined> {
  return counted(db).where('id', '=', id).executeTakeFirst()
}

/** Number of posts in a concept, summed from counters (see db/schema/concepts.sql). */
const POST_COUNT = sql<number>`coalesce(
  (select sum(posts) from concept_posts where concept_id = concepts.id), 0)::integer`

function counted(db: Kysely<DB>) {
  return db
    .selectFrom('concepts')
    .select(['id', 'name', 'color', 'description', 'position', 'updated_at', POST_COUNT.as('post_count')])
}

/** Concepts of a post `p` in the order chosen by its author, as JSON. */
export const postConceptsSql: RawBuilder<Pick<ConceptDetails, 'id' | 'name' | 'color'>[]> = sql`(
  select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'color', c.color) order by pc.position), '[]')
  from post_concepts pc join concepts c on c.id = pc.concept_id where pc.post_id = p.id)`
