import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Category } from './contract.ts'

export function listCategories(db: Kysely<DB>): Promise<Category[]> {
  return counted(db).orderBy('name').execute()
}

export function findCategory(db: Kysely<DB>, id: string): Promise<Category | undefined> {
  return counted(db).where('id', '=', id).executeTakeFirst()
}

/** How many posts: see 0025_category_posts.sql. */
const POST_COUNT = sql<number>`coalesce(
  (select sum(posts) from category_posts where category_id = categories.id), 0)::integer`

function counted(db: Kysely<DB>) {
  return db
    .selectFrom('categories')
    .select(['id', 'name', 'color', 'description', 'updated_at', POST_COUNT.as('post_count')])
}
