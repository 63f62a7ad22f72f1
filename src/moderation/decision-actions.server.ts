import type { Transaction } from 'kysely'
import type { Context } from '../core/context.server.ts'
import type { Viewer } from '../core/viewer.ts'
import type { DB } from '../db/types.ts'
import type { CaseSource } from './policy.ts'

/** The decided case, and the grounds of the decision. */
export interface DecidedCase {
  case_id: string
  kind: 'post' | 'comment' | 'note' | 'profile' | 'message'
  target_id: string
  member_id: string | null
  /** Set for a comment. */
  post_id: string | null
  rule: string | null
  reason: string | null
  note: string | null
  part_of: string | null
}

/** Parameters of an action, validated by the queue's contract. */
export interface DecisionParameters {
  message?: string | undefined
  per_day?: number | undefined
  /** null: permanently. */
  days?: number | null | undefined
}

type AfterCommit = (context: Context) => void | Promise<void>

/**
 * An action that runs in the transaction that closes the case. It returns work for after the commit, and the
 * action's id if it can have parts.
 */
export interface DecisionAction {
  kinds: readonly DecidedCase['kind'][]
  /** Allowed sources of the case; all by default. */
  sources?: readonly CaseSource[]
  /** The action concerns the member, so it is possible after the item was deleted. */
  isAboutMember?: true
  /** Locks the rows that `act` will lock, because items must be locked before their members. */
  hold?: (trx: Transaction<DB>, decided: DecidedCase) => Promise<unknown>
  act: (
    trx: Transaction<DB>,
    context: Context & { viewer: Viewer },
    decided: DecidedCase,
    parameters: DecisionParameters,
  ) => Promise<AfterCommit | { action_id: string; afterCommit: AfterCommit } | undefined>
}
