import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import type { SetupStep } from './policy.ts'

/** Steps that the database can see. An admin can also mark them as done, for example to leave the rules as they are. */
type VisibleStep = Exclude<SetupStep, 'backup'>

interface SetupState {
  visible: Record<VisibleStep, boolean>
  marked: (SetupStep | 'dismissed')[]
}

export async function readSetup(db: Kysely<DB>): Promise<SetupState> {
  const { rows } = await sql<SetupState>`
    select jsonb_build_object(
      'name', name is not null,
      'look', headline is not null or introduction is not null or accent_dark is not null or accent_light is not null
        or logo is not null or icon is not null,
      'texts', terms <> '' and privacy <> '',
      'rules', ${hasChanged('rule')},
      'concepts', ${hasChanged('concept')},
      'email', false,
      'moderators', exists (select from user_roles where role = 'moderator'
        and user_id not in (select user_id from user_roles where role = 'admin')),
      'post', exists (select from posts)) as visible,
      array(select step from setup_steps) as marked
    from site_settings`.execute(db)
  return rows[0] as SetupState
}

const hasChanged = (kind: 'rule' | 'concept') =>
  sql`exists (select from content_changes where kind = ${sql.lit(kind)})`

/** Marks a step as done, or the whole list as dismissed. */
export async function markStep(db: Kysely<DB>, step: SetupStep | 'dismissed'): Promise<void> {
  await db
    .insertInto('setup_steps')
    .values({ step })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
