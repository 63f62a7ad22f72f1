import { recordAction } from '../../moderation/record-action.server.ts'
import { cutText } from '../cut-text.ts'
import { importedId } from '../imported-id.ts'
import type { Outcome } from '../records.ts'
import { findImported, type Writer } from './batch.server.ts'
import { NO_MEMBER } from './relations.server.ts'

/** Writes suspensions that are in force, with an entry in the log. A member has at most one. */
export const writeSanctions: Writer<'sanction'> = async (write, records) => {
  const members = await findImported(
    write,
    'member',
    records.map(({ member }) => member),
  )
  const outcomes: Outcome[] = []
  for (const { old_id, member, reason, created_at, ends_at } of records) {
    const member_id = members.get(member)
    if (!member_id) {
      outcomes.push({ old_id, problem: NO_MEMBER })
      continue
    }
    const id = importedId(write.source, 'sanction', old_id, created_at)
    const message = cutText(reason, 1000) ?? 'You were suspended in the former forum.'
    const entry = { action: 'suspend', kind: 'member', target_id: member_id, reason: message } as const
    const action_id = await recordAction(write.trx, { ...entry, by: null, member_id, ends_at })
    await write.trx
      .insertInto('sanctions')
      .values({ id, member_id, kind: 'suspension', message, action_id, starts_at: created_at, ends_at })
      .execute()
    outcomes.push({ old_id, id })
  }
  return outcomes
}
