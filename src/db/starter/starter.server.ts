import type { Insertable, Kysely } from 'kysely'
import type { DB } from '../types.ts'
import categories from './categories.json' with { type: 'json' }
import thinkers from './thinkers.json' with { type: 'json' }

/**
 * Gives a new forum its first categories and thinkers. A table that holds anything is left alone, so that what an
 * editor removed does not come back with the next start. Safe on several nodes at once.
 */
export async function insertStarter(db: Kysely<DB>): Promise<void> {
  if (await isEmpty(db, 'categories')) {
    await db
      .insertInto('categories')
      .values(categories)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (await isEmpty(db, 'featured_thinkers')) {
    const rows: Insertable<DB['featured_thinkers']>[] = thinkers
    await db
      .insertInto('featured_thinkers')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

async function isEmpty(db: Kysely<DB>, table: 'categories' | 'featured_thinkers'): Promise<boolean> {
  return (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) === undefined
}
