import type { QueryClient } from '@tanstack/react-query'
import { errorCode } from '../../api/core/api-error.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { beingDeleted } from './being-deleted.ts'
import { type Instead, keepInstead, showInstead } from './instead.ts'

export interface Deletion {
  id: string
  queryClient: QueryClient
  /** What is shown until the server has answered. */
  instead: Instead
  /** Resolves to what is shown from then on, if that is something else. */
  send: () => Promise<Instead | undefined>
  /** After that is on screen. */
  onSent?: () => void
  /** Said when it is gone: "Note deleted". */
  title: string
  /** Said when it is there again, because it could not be deleted. */
  failure: (error: unknown) => { title: string; description?: string }
  /** After it was brought back. */
  onUndo?: () => void
}

/** Milliseconds in which it can be undone: long enough to read the toast, to see what is missing and to reach for it. */
const UNDO_FOR = 10_000

interface Pending {
  deletion: Deletion
  /** Takes its toast away. */
  toast: AbortController
}

const pending = new Map<string, Pending>()
/** In the order in which they were made; also what the server has not yet answered. */
const hidden = new Map<string, Instead>()

/**
 * Takes it off the screen, and off the server once the toast that offers to undo it is gone. By then the member has
 * confirmed it twice: it is also sent when they close the toast, leave the page, or sign out.
 */
export function deleteWithUndo(deletion: Deletion): void {
  const { id, title } = deletion
  if (beingDeleted.has(id)) return
  const gone = new AbortController()
  pending.set(id, { deletion, toast: gone })
  watchLeaving(sendDeletions)
  hide(deletion)
  toast({
    kind: 'success',
    title,
    lasts: UNDO_FOR,
    action: { label: 'Undo', onPress: () => undo(id) },
    onClose: () => void send(id),
    until: gone.signal,
  })
}

/** Sends what can still be undone; resolves when the server has answered. */
export async function sendDeletions(): Promise<void> {
  await Promise.all([...pending.keys()].map(send))
}

function undo(id: string): void {
  const deletion = pending.get(id)?.deletion
  pending.delete(id)
  if (!deletion) return
  show(deletion)
  deletion.onUndo?.()
}

async function send(id: string): Promise<void> {
  const waiting = pending.get(id)
  pending.delete(id)
  if (!waiting) return
  const sent = finish(waiting.deletion)
  waiting.toast.abort()
  await sent
}

/** Whether it worked; says so if not. */
async function finish(deletion: Deletion): Promise<boolean> {
  const { id, queryClient, instead, failure, onSent } = deletion
  try {
    const shown = await deletion.send().catch((error: unknown) => {
      // Somebody else was faster, as in another tab.
      if (errorCode(error) !== 'NOT_FOUND') throw error
    })
    keepInstead(queryClient, shown ?? instead)
    hidden.delete(id)
    showInstead(queryClient, hidden.values())
    onSent?.()
    return true
  } catch (error) {
    show(deletion)
    const action = { label: 'Try again', onPress: () => void tryAgain(deletion) }
    toast({ kind: 'error', ...failure(error), lasts: UNDO_FOR, action })
    return false
  }
}

async function tryAgain(deletion: Deletion): Promise<void> {
  if (beingDeleted.has(deletion.id)) return
  hide(deletion)
  if (await finish(deletion)) toast({ kind: 'success', title: deletion.title })
}

function hide({ id, queryClient, instead }: Deletion): void {
  beingDeleted.add(id)
  hidden.set(id, instead)
  showInstead(queryClient, hidden.values())
}

function show({ id, queryClient }: Deletion): void {
  beingDeleted.delete(id)
  hidden.delete(id)
  showInstead(queryClient, hidden.values())
}

/** Milliseconds in another window or tab after which somebody does not come back to undo anything. */
const AWAY_FOR = 10_000

let isWatching = false

/**
 * Calls back when the page is left: closed, loaded anew, frozen, or out of sight for long. Not on a look at another tab.
 * Before it is unloaded, too: what is loaded next is asked for earlier than this page goes.
 */
export function watchLeaving(onLeave: () => void): void {
  if (isWatching) return
  isWatching = true
  for (const event of ['beforeunload', 'pagehide']) addEventListener(event, onLeave)
  // Phones end a page that is out of sight without a word.
  document.addEventListener('freeze', onLeave)
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(timer)
    if (document.hidden || !document.hasFocus()) timer = setTimeout(onLeave, AWAY_FOR)
  }
  for (const event of ['focus', 'blur']) addEventListener(event, look)
  document.addEventListener('visibilitychange', look)
  look()
}
