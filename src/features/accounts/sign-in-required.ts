import type { ApiClient, OperationName } from '../../api/client.ts'
import { toastInstead } from '../../ui/toast.ts'
import { deferAct } from './deferred-act.ts'

/** Sent to the window when somebody wants to sign in, and to come back to where they are. */
export const SIGN_IN_WANTED = 'sign-in-wanted'

/** By operation, or by its group. Empty: whoever calls it says so, or nobody pressed anything. */
const WORDS: { [Name in OperationName | keyof ApiClient]?: string } = {
  votes: 'Please sign in to vote',
  bookmarks: 'You must be signed in to bookmark posts',
  follows: 'Please sign in to follow users',
  comments: 'Please sign in to comment',
  conversations: 'Please sign in to send messages',
  'conversations.markRead': '',
  notes: 'Please sign in to write notes',
  'notes.like': 'Please sign in to like notes',
  'notes.unlike': 'Please sign in to like notes',
  'posts.create': '',
  'posts.update': '',
  activity: '',
}

const OTHERWISE = 'Please sign in to go on'

/**
 * Says that an operation needs a member, in the place of what its caller is about to say of the failure, and offers the
 * way to sign in and back. What can be done later is kept until then (after-sign-in.ts).
 */
export function askToSignIn(operation: OperationName, input?: unknown): void {
  const [group] = operation.split('.') as [keyof ApiClient]
  const description = WORDS[operation] ?? WORDS[group] ?? OTHERWISE
  if (!description) return
  deferAct(operation, input)
  const onPress = () => dispatchEvent(new Event(SIGN_IN_WANTED))
  toastInstead({
    kind: 'error',
    title: 'Sign in required',
    description,
    action: { label: 'Sign In', onPress },
  })
}
