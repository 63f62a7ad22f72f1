import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { Registration } from '../../platform/site.ts'
import type { StoredSiteSettings } from './contract.ts'

/** Id of the only row in the table of settings (db/schema/site.sql). */
export const SETTINGS_ID = '00000000-0000-7000-8000-000000000001'

export function readSettings(db: Kysely<DB>): Promise<StoredSiteSettings> {
  return db
    .selectFrom('site_settings')
    .select(['name', 'description', 'contact', 'about', 'guidelines', 'terms', 'privacy'])
    .select(['headline', 'introduction', 'accent_dark', 'accent_light', 'logo', 'icon'])
    .select([
      'registration',
      'inviters',
      'new_members',
      'pictures',
      'guest_check',
      'ai_training',
      'updated_at',
    ])
    .executeTakeFirstOrThrow() as Promise<StoredSiteSettings>
}

/** Returns the registration mode that currently applies (db/schema/access.sql). */
export async function readRegistration(db: Kysely<DB>): Promise<Registration> {
  const { rows } = await sql<{ mode: Registration }>`select registration_now() as mode`.execute(db)
  return rows[0]?.mode ?? 'open'
}
