import { useSyncExternalStore } from 'react'

/** Comments that a moderator selects on a post's page, to move them. */
interface CommentSelection {
  postId: string
  ids: ReadonlySet<string>
}

let selection: CommentSelection | undefined
const listeners = new Set<() => void>()

/** Returns undefined unless comments are being selected. */
export function useCommentSelection(): CommentSelection | undefined {
  return useSyncExternalStore(subscribe, () => selection, none)
}

/** Replaces the selection. Undefined ends it. */
export function selectComments(next: CommentSelection | undefined): void {
  selection = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const none = () => undefined
