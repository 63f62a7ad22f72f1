import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Rule } from './contract.ts'

/** A rule as stored. It has no HTML, because the text is rendered when rules are requested. */
export type StoredRule = Omit<Rule, 'text_html'>

export function listRules(db: Kysely<DB>): Promise<StoredRule[]> {
  return rules(db).orderBy('number').execute()
}

export function findRule(db: Kysely<DB>, id: string): Promise<StoredRule | undefined> {
  return rules(db).where('id', '=', id).executeTakeFirst()
}

function rules(db: Kysely<DB>) {
  return db.selectFrom('community_rules').select(['id', 'number', 'title', 'text', 'updated_at'])
}
