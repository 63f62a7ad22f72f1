import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Category } from './contract.ts'

const COLUMNS = ['id', 'name', 'color', 'description'] as const

export function listCategories(db: Kysely<DB>): Promise<Category[]> {
  return db.selectFrom('categories').select(COLUMNS).orderBy('name').execute()
}

export function findCategory(db: Kysely<DB>, id: string): Promise<Category | undefined> {
  return db.selectFrom('categories').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}
