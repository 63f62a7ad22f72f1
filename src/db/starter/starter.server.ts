import type { Insertable, Kysely } from 'kysely'
import type { DB } from '../types.ts'
import concepts from './concepts.json' with { type: 'json' }
import guidelines from './guidelines.json' with { type: 'json' }
import resources from './resources.json' with { type: 'json' }
import thinkers from './thinkers.json' with { type: 'json' }

type Table = 'concepts' | 'community_rules' | 'featured_thinkers' | 'resources'

/** Inserts starter content once, so that deleted content does not return. Several nodes may call it. */
export async function insertStarter(db: Kysely<DB>): Promise<void> {
  await insertOnce(db, 'concepts', concepts)
  await insertOnce(db, 'community_rules', guidelines)
  await insertOnce(db, 'featured_thinkers', thinkers)
  await insertOnce(db, 'resources', resources)
}

function insertOnce<Name extends Table>(db: Kysely<DB>, name: Name, rows: Insertable<DB[Name]>[]) {
  return db.transaction().execute(async (trx) => {
    const isNew = await trx
      .insertInto('starter_content')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!isNew) return
    const present = await trx.selectFrom<Table>(name).select('id').limit(1).executeTakeFirst()
    if (!present) await trx.insertInto<Table>(name).values(rows).execute()
  })
}
