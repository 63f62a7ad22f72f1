import type { OperationName } from '../../../api/core/api-client.ts'
import { tabStorage } from '../../../platform/storage.ts'

/**
 * What a member was about to do when their session had ended, kept by this tab until they have signed in. Acts that set
 * a state are kept, and none else: done twice they are done once, and they hold no words.
 */
export interface DeferredAction {
  operation: Repeatable
  /** What it is about and, where the operation does not say it, the state. */
  input: { id?: string; username?: string; vote_type?: number }
}

interface Stored extends DeferredAction {
  /** Whose session it was. Nothing: a guest's, who has pressed "Sign In" for it and is whoever signs in next. */
  member?: string | undefined
  /** Milliseconds since 1970. */
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

/** In session storage, which is this tab's alone; whoever signs out drops it (session.tsx). */
const KEY = 'deferred-act'
/** Long enough to find a password; who comes later than that has other things in mind. */
export const DEFERRED_FOR_MS = 600_000

/**
 * Keeps an act in the place of any other, if it is one that can be done later. `member`: whose it is, if somebody was
 * signed in here.
 */
export function deferAction(operation: OperationName, input: unknown, member?: string): void {
  if (!isRepeatable(operation)) return
  const until = Date.now() + DEFERRED_FOR_MS
  const stored: Stored = { operation, input: withoutMore(input), member, until }
  tabStorage.set(KEY, JSON.stringify(stored))
}

/** What the member who has signed in was about to do, once; another member's is gone with it. */
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
