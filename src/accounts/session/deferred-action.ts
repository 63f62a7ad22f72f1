import type { OperationName } from '../../core/api-client.ts'
import { tabStorage } from '../../platform/storage.ts'

/** Action that runs in this tab after the next sign-in. Only idempotent actions without text are stored. */
export interface DeferredAction {
  operation: RepeatableOperation
  input: { id?: string; username?: string; vote_type?: number }
}

interface StoredAction extends DeferredAction {
  /** Id of the member who acted. Undefined for a guest: the next member who signs in runs the action. */
  member?: string | undefined
  until: number
}

export const REPEATABLE_OPERATIONS = [
  'votes.post',
  'votes.comment',
  'bookmarks.add',
  'bookmarks.remove',
  'follows.add',
  'follows.remove',
  'postFollows.add',
  'postFollows.remove',
  'conceptFollows.add',
  'conceptFollows.remove',
  'notes.like',
  'notes.unlike',
] as const satisfies readonly OperationName[]
export type RepeatableOperation = (typeof REPEATABLE_OPERATIONS)[number]

/** Key in the session storage. Signing out also deletes the entry (session.tsx). */
const KEY = 'deferred-act'
/** Milliseconds for which an action is stored: enough time to find a password. */
export const DEFERRED_FOR_MS = 600_000

/** Stores a repeatable action and replaces any stored one. */
export function deferAction(operation: OperationName, input: unknown, member?: string): void {
  if (!isRepeatable(operation)) return
  const until = Date.now() + DEFERRED_FOR_MS
  const stored: StoredAction = { operation, input: withoutMore(input), member, until }
  tabStorage.set(KEY, JSON.stringify(stored))
}

export function forgetDeferredAction(): void {
  tabStorage.remove(KEY)
}

/** Removes the stored action. Returns the action if it has not expired and belongs to `member`. */
export function takeDeferredAction(member: string): DeferredAction | undefined {
  const stored = readStored()
  tabStorage.remove(KEY)
  if (!stored || !(stored.until > Date.now()) || (stored.member ?? member) !== member) return undefined
  const { operation, input } = stored
  return isRepeatable(operation) ? { operation, input: withoutMore(input) } : undefined
}

function readStored(): StoredAction | undefined {
  try {
    return JSON.parse(tabStorage.get(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function isRepeatable(operation: string): operation is RepeatableOperation {
  return REPEATABLE_OPERATIONS.some((one) => one === operation)
}

function withoutMore(input: unknown): DeferredAction['input'] {
  const { id, username, vote_type } = (input ?? {}) as DeferredAction['input']
  return { ...(username ? { username } : id && { id }), ...(vote_type !== undefined && { vote_type }) }
}
