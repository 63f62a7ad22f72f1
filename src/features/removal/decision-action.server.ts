import type { DecisionAction } from '../moderation/decision-actions.server.ts'
import type { Removable } from './policy.ts'
import { announce, removeThing } from './remove.server.ts'
import { holdContent } from './sql.server.ts'

/** What the queue decides about a post, comment or note: it goes, and its case with it. */
export const removeReported: DecisionAction = {
  kinds: ['post', 'comment', 'note'],
  sources: ['report', 'automatic'],
  hold: (trx, { kind, target_id }) => holdContent(trx, kind as Removable, target_id),
  act: async (trx, viewer, { kind, target_id, case_id, rule, reason, note, part_of }) => {
    const acted = await removeThing(trx, viewer, {
      kind: kind as Removable,
      id: target_id,
      case_id,
      rule,
      reason,
      note,
      part_of,
    })
    return { action_id: acted.action_id, afterCommit: (context) => announce(context, acted) }
  },
}
