import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'

/** A rule as the log keeps it: “2. Be kind”. Undefined when there is no such rule. */
export async function findRule(db: Kysely<DB>, number: number): Promise<string | undefined> {
  const found = db.selectFrom('community_rules').select('title').where('number', '=', number)
  const rule = await found.executeTakeFirst()
  return rule && `${number}. ${rule.title}`
}
