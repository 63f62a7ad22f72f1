import { ORPCError } from '@orpc/server'
import type { Transaction } from 'kysely'
import type { Context } from '../../core/context.server.ts'
import type { Viewer } from '../../core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type {
  DecisionAction,
  DecisionParameters,
  DecidedCase as Target,
} from '../../moderation/decision-actions.server.ts'
import { DECISION_ACTIONS, type DecisionActionName } from '../../moderation/policy.ts'
import { recordAction } from '../../moderation/record-action.server.ts'
import { isRemovable } from '../../moderation/removal/policy.ts'
import { announceRemoval, restoreHiddenContent } from '../../moderation/removal/remove.server.ts'
import { lockContent } from '../../moderation/removal/sql.server.ts'
import type { ReportOutcome } from '../../moderation/reports/policy.ts'
import { toCaseClosing } from './case-responses.server.ts'
import { findDecisionAction } from './decision-actions.server.ts'
import { findDetail } from './detail-sql.server.ts'
import { type CaseRow, closeCase, findCase } from './sql.server.ts'

export interface CaseDecision {
  id: string
  outcome: ReportOutcome
  actions: ({ action: DecisionActionName } & DecisionParameters)[]
  rule?: string | undefined
  reason?: string | undefined
  note?: string | undefined
}

type DecisionContext = Context & { viewer: Viewer }
type AfterCommit = (context: Context) => void | Promise<void>

interface CaseDecisionResult {
  closed: NonNullable<ReturnType<typeof toCaseClosing>>
  afterCommit: AfterCommit[]
}

/** Closes a locked case and performs the chosen actions. Throws BAD_REQUEST with the invalid field. */
export async function decideCase(
  trx: Transaction<DB>,
  context: DecisionContext,
  found: CaseRow,
  decision: CaseDecision,
): Promise<CaseDecisionResult> {
  const { viewer } = context
  if (!isReported(found)) throw badRequest({ field: 'outcome', message: IS_APPEAL })
  const detail = await findDetail(trx, found.id)
  const actions = actionsOf(decision, found)
  const complaint = complaintAbout(decision, found, actions, detail.now !== null)
  if (complaint) throw badRequest(complaint)
  if (isRemovable(found.kind)) await lockContent(trx, found.kind, found.target_id)
  // The case is closed first, because a removal closes all open cases about the removed content.
  await closeCase(trx, found.id, { outcome: decision.outcome, by: viewer.id, note: decision.note || null })
  const target = toTarget(found, decision, detail.snapshot?.post_id)
  const done = await act(trx, context, target, actions as ChosenAction[])
  const afterCommit = [...done, ...(await putBack(trx, viewer, found, decision))]
  if (decision.outcome === 'rejected' && found.source !== 'pending')
    await recordAction(trx, { ...target, action: 'reject_report', by: viewer })
  const closed = toCaseClosing((await findCase(trx, viewer.id, found.id)) as CaseRow)
  return { closed: closed as NonNullable<typeof closed>, afterCommit }
}

interface DecisionProblem {
  message: string
  field: string
}

function badRequest({ message, field }: DecisionProblem) {
  return new ORPCError('BAD_REQUEST', { message, data: { field } })
}

const IS_APPEAL = 'Grant or reject the appeal, with an answer to the member.'

type ReportedCase = CaseRow & { kind: Target['kind'] }

function isReported(found: CaseRow): found is ReportedCase {
  return found.kind !== 'action'
}

type ChosenAction = DecisionAction & { parameters: DecisionParameters }

/** Returns the chosen actions in the order they run. An action that the case does not allow is undefined. */
function actionsOf({ actions }: CaseDecision, found: ReportedCase): (ChosenAction | undefined)[] {
  return DECISION_ACTIONS.flatMap((name) => {
    const parameters = actions.find(({ action }) => action === name)
    const action = findDecisionAction(name, found)
    return parameters ? [action && { ...action, parameters }] : []
  })
}

function complaintAbout(
  decision: CaseDecision,
  { source, member }: CaseRow,
  actions: (ChosenAction | undefined)[],
  isThere: boolean,
): DecisionProblem | undefined {
  const { outcome, rule, reason } = decision
  if (outcome === 'moot' && isThere)
    return { field: 'outcome', message: 'The content still exists. A case is only moot once it’s deleted.' }
  if (source === 'pending') return complaintAboutPending(decision, actions)
  if (actions.length === 0) return undefined
  if (outcome !== 'upheld')
    return { field: 'actions', message: 'Actions are only possible if you uphold the case.' }
  if (actions.includes(undefined)) return { field: 'actions', message: 'This action isn’t available here.' }
  if (!member && actions.some((action) => action?.isAboutMember))
    return { field: 'actions', message: 'The author deleted their account and can’t be notified.' }
  if (!rule && !reason)
    return { field: 'reason', message: 'Choose a rule or enter a reason for the public log.' }
  return undefined
}

/** Validates a decision about a pending text: `approve` alone, or `reject` with an optional sanction. */
function complaintAboutPending(
  { outcome, actions: wanted, rule, reason }: CaseDecision,
  actions: (DecisionAction | undefined)[],
): DecisionProblem | undefined {
  const names = wanted.map(({ action }) => action)
  const isMeant = {
    upheld: names.includes('approve') && names.length === 1,
    rejected: names.includes('reject') && !names.includes('approve'),
    moot: names.length === 0,
  }
  if (!isMeant[outcome])
    return {
      field: 'actions',
      message: 'Uphold content awaiting approval with “approve”, or reject it with “reject”.',
    }
  if (actions.includes(undefined)) return { field: 'actions', message: 'This action isn’t available here.' }
  if (outcome === 'rejected' && !rule && !reason)
    return {
      field: 'reason',
      message: 'Choose a rule or enter a reason. The author and the public can read it.',
    }
  return undefined
}

function toTarget(
  { id, kind, target_id, member }: ReportedCase,
  decision: CaseDecision,
  postId?: string,
): Target {
  return {
    case_id: id,
    kind,
    target_id,
    member_id: member?.id ?? null,
    post_id: kind === 'comment' ? (postId ?? null) : null,
    rule: decision.rule || null,
    reason: decision.reason || null,
    note: decision.note || null,
    part_of: null,
  }
}

/** Performs the actions. The log shows a single entry, the first action, with the others as its parts. */
async function act(trx: Transaction<DB>, context: DecisionContext, target: Target, actions: ChosenAction[]) {
  const afterCommit: AfterCommit[] = []
  for (const action of actions) await action.hold?.(trx, target)
  let part_of: string | null = null
  for (const { act, parameters } of actions) {
    const acted = await act(trx, context, { ...target, part_of }, parameters)
    if (!acted) continue
    afterCommit.push(typeof acted === 'function' ? acted : acted.afterCommit)
    if (typeof acted !== 'function') part_of ??= acted.action_id
  }
  return afterCommit
}

/** Restores content that reports had hidden automatically, unless the moderator decided to remove it. */
async function putBack(
  trx: Transaction<DB>,
  viewer: Viewer,
  found: ReportedCase,
  { actions }: CaseDecision,
): Promise<AfterCommit[]> {
  const { id: case_id, kind, target_id: id } = found
  if (!isRemovable(kind) || actions.some(({ action }) => action === 'remove')) return []
  const acted = await restoreHiddenContent(trx, viewer, { kind, id, case_id })
  return acted ? [(context) => announceRemoval(context, acted)] : []
}
