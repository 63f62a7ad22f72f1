import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { CHOICE_DEFAULTS, CHOICE_KINDS, type ChoiceKind } from './policy.ts'

interface Choice {
  in_app: boolean
}

/** Of every kind: what the member chose, else the default. */
export async function readChoices(db: Kysely<DB>, memberId: string): Promise<Record<ChoiceKind, Choice>> {
  const chosen = await db
    .selectFrom('notification_choices')
    .select(['kind', 'in_app'])
    .where('member_id', '=', memberId)
    .execute()
  return { ...CHOICE_DEFAULTS, ...Object.fromEntries(chosen.map(({ kind, in_app }) => [kind, { in_app }])) }
}

/** Those that are named; the others stay as they are. */
export async function saveChoices(
  db: Kysely<DB>,
  memberId: string,
  choices: Partial<Record<ChoiceKind, Choice>>,
): Promise<void> {
  // In one order, so that two saves at once do not wait for each other.
  const named = CHOICE_KINDS.flatMap((kind) => (choices[kind] ? [{ kind, ...choices[kind] }] : []))
  if (named.length === 0) return
  await db
    .insertInto('notification_choices')
    .values(named.map((choice) => ({ member_id: memberId, ...choice })))
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).doUpdateSet({ in_app: sql`excluded.in_app` }),
    )
    .execute()
}
