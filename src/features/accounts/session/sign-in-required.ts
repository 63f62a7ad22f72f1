import type { ApiClient, OperationName } from '../../../api/core/api-client.ts'
import { writeQuery } from '../../../platform/query-string.ts'
import { toastInstead } from '../../../ui/feedback/toast.ts'
import { deferAction } from './deferred-action.ts'
import { rememberReturnPath } from './return-path.ts'

/** By operation, or by its group. Empty: whoever calls it says so, or nobody pressed anything. */
const WORDS: { [Name in OperationName | keyof ApiClient]?: string } = {
  votes: 'Please sign in to vote',
  bookmarks: 'You must be signed in to bookmark posts',
  follows: 'Please sign in to follow users',
  postFollows: 'Please sign in to follow discussions',
  conceptFollows: 'Please sign in to follow concepts',
  comments: 'Please sign in to comment',
  conversations: 'Please sign in to send messages',
  'conversations.markRead': '',
  notes: 'Please sign in to write notes',
  'notes.like': 'Please sign in to like notes',
  'notes.unlike': 'Please sign in to like notes',
  'posts.create': '',
  'posts.update': '',
  activity: '',
  reads: '',
  viewerState: '',
  'notifications.readSeen': '',
}

const OTHERWISE = 'Please sign in to go on'

let askedAt = Number.NEGATIVE_INFINITY

/** Whether somebody was asked to sign in within the last seconds. */
export function wasJustAsked(): boolean {
  return performance.now() - askedAt < 5000
}

/** See `askToSignIn`. */
export function promptSignIn(operation: OperationName, input: unknown, member: string | undefined): void {
  const [group] = operation.split('.') as [keyof ApiClient]
  const words = WORDS[operation] ?? WORDS[group] ?? OTHERWISE
  if (!words) return
  // Every form that takes text keeps it as a draft, which is hidden until its member is back.
  const hasText = typeof (input as { content?: unknown } | undefined)?.content === 'string'
  const description = member && hasText ? `${words}. Your text is kept on this device.` : words
  askedAt = performance.now()
  const defer = () => deferAction(operation, input, member)
  if (member) defer()
  const goOn = () => {
    // A guest may as well leave, and whoever signs in here next be somebody else.
    if (!member) defer()
    goToSignIn()
  }
  toastInstead({
    kind: 'error',
    title: 'Sign in required',
    description,
    action: { label: 'Sign In', onPress: goOn },
  })
}

/** To /auth; from there the way back leads to where they were, as it was. */
export function goToSignIn(): void {
  // A page that is for members alone has led there already.
  if (location.pathname === '/auth') return
  const here = location.pathname + location.search + location.hash
  rememberReturnPath(here)
  // As by a link on the page: the application follows it.
  const link = Object.assign(document.createElement('a'), { href: `/auth${writeQuery({ redirect: here })}` })
  document.body.append(link)
  link.click()
  link.remove()
}
