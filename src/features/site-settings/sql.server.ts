import type { Kysely } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Settings } from './contract.ts'

/** Of the one row (0114_site_settings.sql). */
export const SETTINGS_ID = '00000000-0000-7000-8000-000000000001'

export function readSettings(db: Kysely<DB>): Promise<Settings> {
  return db
    .selectFrom('site_settings')
    .select(['name', 'description', 'contact', 'about', 'guidelines', 'terms', 'privacy'])
    .select(['registration', 'inviters', 'updated_at'])
    .executeTakeFirstOrThrow() as Promise<Settings>
}
