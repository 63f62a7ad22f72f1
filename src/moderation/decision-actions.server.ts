import type { Transaction } from 'kysely'
import type { Context } from '../core/context.server.ts'
import type { Viewer } from '../core/viewer.ts'
import type { DB } from '../db/types.ts'
import type { CaseSource } from './policy.ts'

/** The moderation case that is being decided, and the grounds of the decision. */
export interface DecidedCase {
  case_id: string
  kind: 'post' | 'comment' | 'note' | 'profile' | 'message'
  target_id: string
  member_id: string | null
  /** The post that a comment belongs to. Null for other content. */
  post_id: string | null
  rule: string | null
  reason: string | null
  note: string | null
  part_of: string | null
}

/** Parameters of an action in a decision. The queue's contract validates them. */
export interface DecisionParameters {
  message?: string | undefined
  per_day?: number | undefined
  /** Days until a sanction ends. Null means permanent. */
  days?: number | null | undefined
}

type AfterCommit = (context: Context) => void | Promise<void>

/**
 * An action that a moderator can choose in a decision. `act` runs in the transaction that closes the case. It
 * returns work to do after the commit, and the action's id if other actions can be logged as its parts.
 */
export interface DecisionAction {
  kinds: readonly DecidedCase['kind'][]
  /** The action is only allowed in cases from these sources. Undefined allows all sources. */
  sources?: readonly CaseSource[]
  /** The action affects the member, so it is still possible after the content was deleted. */
  isAboutMember?: true
  /** Locks content for `act`. Runs for all actions first, because content must be locked before members. */
  hold?: (trx: Transaction<DB>, decided: DecidedCase) => Promise<unknown>
  act: (
    trx: Transaction<DB>,
    context: Context & { viewer: Viewer },
    decided: DecidedCase,
    parameters: DecisionParameters,
  ) => Promise<AfterCommit | { action_id: string; afterCommit: AfterCommit } | undefined>
}
