import { publishComment } from '../../content/comments/procedures.server.ts'
import { publishNote } from '../../content/notes/publish.server.ts'
import { publishPost } from '../../content/posts/write/write.server.ts'
import { approvePending, rejectPending } from '../../moderation/approval/decision-actions.server.ts'
import type { DecisionAction } from '../../moderation/decision-actions.server.ts'
import type { DecisionActionName } from '../../moderation/policy.ts'
import { removeDecisionAction } from '../../moderation/removal/remove.server.ts'
import { sanctionDecisionActions } from '../../moderation/sanctions/sanction.server.ts'
import type { CaseRow } from './sql.server.ts'

const ACTIONS: Record<DecisionActionName, DecisionAction> = {
  remove: removeDecisionAction,
  approve: approvePending({ post: publishPost, comment: publishComment, note: publishNote }),
  reject: rejectPending,
  ...sanctionDecisionActions,
}

/** Returns the action with this name, or undefined if the case does not allow it. */
export function findDecisionAction(
  name: DecisionActionName,
  { kind, source }: Pick<CaseRow, 'kind' | 'source'>,
) {
  const { kinds, sources = [source] } = ACTIONS[name]
  return kind !== 'action' && kinds.includes(kind) && sources.includes(source) ? ACTIONS[name] : undefined
}
