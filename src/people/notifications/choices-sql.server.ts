import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { CHOICE_DEFAULTS, CHOICE_KINDS, type ChoiceKind, type NotificationChoice } from './policy.ts'

export type NotificationChoiceChanges = { [Kind in ChoiceKind]?: ChoiceChange | undefined }
type ChoiceChange = { [Name in keyof NotificationChoice]?: NotificationChoice[Name] | undefined }

export async function readChoices(
  db: Kysely<DB>,
  memberId: string,
): Promise<Record<ChoiceKind, NotificationChoice>> {
  const { rows } = await sql<NotificationChoice & { kind: ChoiceKind }>`
    select kind, in_app, email, coalesce(push, default_push_choice(kind)) as push from notification_choices where member_id = ${memberId}`.execute(
    db,
  )
  const chosen = rows.map(({ kind, ...choice }) => [kind, choice])
  return { ...CHOICE_DEFAULTS, ...Object.fromEntries(chosen) }
}

export async function saveChoices(
  db: Kysely<DB>,
  memberId: string,
  choices: NotificationChoiceChanges,
): Promise<void> {
  for (const column of ['in_app', 'email', 'push'] as const) await saveOf(db, memberId, choices, column)
}

/** Saves one column of choices, so that another tab can change the other columns at the same time. */
async function saveOf(
  db: Kysely<DB>,
  memberId: string,
  choices: NotificationChoiceChanges,
  column: keyof NotificationChoice,
) {
  // Rows are in a fixed order, so that two saves can't deadlock.
  const named = CHOICE_KINDS.flatMap((kind) => {
    const wish = choices[kind]?.[column]
    return wish === undefined ? [] : [{ ...CHOICE_DEFAULTS[kind], member_id: memberId, kind, [column]: wish }]
  })
  if (named.length === 0) return
  await db
    .insertInto('notification_choices')
    .values(named)
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).doUpdateSet({ [column]: sql.ref(`excluded.${column}`) }),
    )
    .execute()
}
