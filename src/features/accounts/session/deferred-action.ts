import type { OperationName } from '../../../api/core/api-client.ts'
import { tabStorage } from '../../../platform/storage.ts'

/** An action that waits in this tab for a sign-in. Only idempotent actions without texts are stored. */
export interface DeferredAction {
  operation: Repeatable
  input: { id?: string; username?: string; vote_type?: number }
}

interface Stored extends DeferredAction {
  /** Undefined for a guest, whose action belongs to the next member who signs in. */
  member?: string | undefined
  until: number
}

export const REPEATABLE = [
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
export type Repeatable = (typeof REPEATABLE)[number]

/** In session storage; signing out deletes it (session.tsx). */
const KEY = 'deferred-act'
/** Enough to find a password. */
export const DEFERRED_FOR_MS = 600_000

/** Stores an action, if it is repeatable, instead of any other. */
export function deferAction(operation: OperationName, input: unknown, member?: string): void {
  if (!isRepeatable(operation)) return
  const until = Date.now() + DEFERRED_FOR_MS
  const stored: Stored = { operation, input: withoutMore(input), member, until }
  tabStorage.set(KEY, JSON.stringify(stored))
}

/** Removes the action, also another member's. */
export function takeDeferredAction(member: string): DeferredAction | undefined {
  const stored = readStored()
  tabStorage.remove(KEY)
  if (!stored || !(stored.until > Date.now()) || (stored.member ?? member) !== member) return undefined
  const { operation, input } = stored
  return isRepeatable(operation) ? { operation, input: withoutMore(input) } : undefined
}

function readStored(): Stored | undefined {
  try {
    return JSON.parse(tabStorage.get(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function isRepeatable(operation: string): operation is Repeatable {
  return REPEATABLE.some((one) => one === operation)
}

function withoutMore(input: unknown): DeferredAction['input'] {
  const { id, username, vote_type } = (input ?? {}) as DeferredAction['input']
  return { ...(username ? { username } : id && { id }), ...(vote_type !== undefined && { vote_type }) }
}
