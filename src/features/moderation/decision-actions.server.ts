import type { Transaction } from 'kysely'
import type { Context } from '../../api/core/context.server.ts'
import type { Viewer } from '../../api/core/viewer.ts'
import type { DB } from '../../db/types.ts'
import type { CaseSource, DecisionActionName } from './policy.ts'

/** What a decision is about, and on what ground it is made. */
export interface Decided {
  case_id: string
  kind: 'post' | 'comment' | 'note' | 'profile' | 'message'
  target_id: string
  member_id: string | null
  /** Where a comment stands. */
  post_id: string | null
  rule: string | null
  reason: string | null
  note: string | null
  /** The action that this one is a part of. */
  part_of: string | null
}

/** What belongs to one action of a decision, as the contract of the queue has checked it. */
export interface DecisionParameters {
  message?: string | undefined
  per_day?: number | undefined
  /** null: for good. */
  days?: number | null | undefined
}

type AfterCommit = (context: Context) => void | Promise<void>

/**
 * What a decision does beside closing its case, in the same transaction. Answers what is to be done after the commit (whom to
 * tell, which answers to drop), with the id of its action where others can be parts of it.
 */
export interface DecisionAction {
  kinds: readonly Decided['kind'][]
  /** Of which cases; without it, of all. */
  sources?: readonly CaseSource[]
  /** About the member: it can be done once the thing is gone. */
  isAboutMember?: true
  /** Before anything is done, since things are held before their members: what `act` will hold. */
  hold?: (trx: Transaction<DB>, decided: Decided) => Promise<unknown>
  act: (
    trx: Transaction<DB>,
    viewer: Viewer,
    decided: Decided,
    parameters: DecisionParameters,
  ) => Promise<AfterCommit | { action_id: string; afterCommit: AfterCommit } | undefined>
}

type DecisionActions = Partial<Record<DecisionActionName, DecisionAction>>

const decisionActions: DecisionActions = {}

/** Declares what can be done about a case; done once, where the features join (router.server.ts). */
export function declareDecisionActions(...declared: DecisionActions[]): void {
  Object.assign(decisionActions, ...declared)
}

export function decisionAction(
  name: DecisionActionName,
  { kind, source }: { kind: Decided['kind'] | 'action'; source: CaseSource },
): DecisionAction | undefined {
  const action = decisionActions[name]
  return kind !== 'action' && action?.kinds.includes(kind) && (action.sources?.includes(source) ?? true)
    ? action
    : undefined
}
