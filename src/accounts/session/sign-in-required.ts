import type { ApiClient, OperationName } from '../../core/api-client.ts'
import { writeQuery } from '../../platform/http/query-string.ts'
import { tabStorage } from '../../platform/storage.ts'
import { formsWithDraft } from '../../shared/drafts/draft-keys.ts'
import { toast, toastInsteadOfError } from '../../ui/feedback/toast.ts'
import { deferAction } from './deferred-action.ts'
import { openSignInDialog } from './sign-in-request.ts'

/** Toast texts by operation or group of operations. Empty: no toast. */
const WORDS: { [Name in OperationName | keyof ApiClient]?: string } = {
  votes: 'Please sign in to vote',
  bookmarks: 'You must be signed in to bookmark posts',
  follows: 'Please sign in to follow users',
  postFollows: 'Please sign in to follow posts',
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

const OTHERWISE = 'Please sign in to continue'

let askedAt = Number.NEGATIVE_INFINITY

function wasJustAsked(): boolean {
  return performance.now() - askedAt < 5000
}

export function promptSignIn(
  operation: OperationName,
  input: unknown,
  member: string | undefined,
  onSignedIn?: () => void,
): void {
  const [group] = operation.split('.') as [keyof ApiClient]
  const words = WORDS[operation] ?? WORDS[group] ?? OTHERWISE
  if (!words) return
  // The text is safe, because every form stores it as a draft.
  const hasText = typeof (input as { content?: unknown } | undefined)?.content === 'string'
  const description = member && hasText ? `${words}. Your text is saved on this device.` : words
  askedAt = performance.now()
  const defer = () => deferAction(operation, input, member)
  if (member) defer()
  const ask = () => !member && openSignInDialog({ operation, input, words, onSignedIn })
  const goOn = () => {
    if (ask()) return
    // A guest's action is stored only on click, because another person may sign in here next.
    if (!member) defer()
    goToSignIn()
  }
  toastInsteadOfError({
    kind: 'error',
    title: 'Sign in required',
    description,
    action: { label: 'Sign In', onPress: goOn },
  })
  ask()
}

/** Goes to /auth, which leads back to this page. */
function goToSignIn(): void {
  // A members' page may already have redirected to /auth.
  if (location.pathname === '/auth') return
  const here = location.pathname + location.search + location.hash
  rememberReturnPath(here)
  // Clicks a link, which lets the router navigate without reloading the page.
  const link = Object.assign(document.createElement('a'), { href: `/auth${writeQuery({ redirect: here })}` })
  document.body.append(link)
  link.click()
  link.remove()
}

const KEY = 'signing-in-from'

/** Stores the path of the history entry before /auth. */
function rememberReturnPath(path: string): void {
  tabStorage.set(KEY, path)
}

/** Returns whether `path` is the history entry before /auth, and forgets that entry. */
export function isReturnPath(path: string): boolean {
  const isLast = tabStorage.get(KEY) === path
  tabStorage.remove(KEY)
  return isLast
}

/** Milliseconds to wait for the toast of a refused write, which replaces the toast about drafts. */
const PATIENCE = 1000

/** After a session has ended and its forms were removed, tells the member that their drafts are saved. */
export function showSavedDraftsToast(memberId: string): void {
  if (formsWithDraft(memberId).length > 0) setTimeout(() => wasJustAsked() || tell(), PATIENCE)
}

function tell(): void {
  toast({
    kind: 'error',
    title: 'Your session has ended',
    description: 'Your text is saved on this device. Sign in to continue.',
    action: { label: 'Sign In', onPress: goToSignIn },
  })
}
