import { useSyncExternalStore } from 'react'

/** By username in small letters: cards know their authors by nothing else. */
let hidden: ReadonlySet<string> = new Set()
const watchers = new Set<() => void>()

/** Whose words this viewer does not want to see; nobody's for a guest, and until it is known (hidden-people.tsx). */
export function setHidden(usernames: readonly string[]): void {
  hidden = new Set(usernames.map((name) => name.toLowerCase()))
  for (const watcher of watchers) watcher()
}

export function useIsHidden(username: string | undefined): boolean {
  return useSyncExternalStore(
    subscribe,
    () => username !== undefined && hidden.has(username.toLowerCase()),
    () => false,
  )
}

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}
